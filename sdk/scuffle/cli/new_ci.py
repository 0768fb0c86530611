"""The workflow of ``scuffle new --ci github``."""

from scuffle import __version__

FILE = ".github/workflows/scuffle.yml"

_WORKFLOW = """\
# Checks the bot, plays it against its active version, and uploads it only if it is better.
# Wanted in the repository's settings: the variable SCUFFLE_URL, the site's address, and the secret
# SCUFFLE_TOKEN, a token of its Account page with the scopes read and submit.
# The first version is uploaded by hand: scuffle submit . --wait
name: Scuffle
on:
  push:
    branches: [main]
concurrency: scuffle
permissions:
  contents: read
jobs:
  bot:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    env:
      SCUFFLE_URL: ${{{{ vars.SCUFFLE_URL }}}}
      SCUFFLE_TOKEN: ${{{{ secrets.SCUFFLE_TOKEN }}}}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.11"
      - name: Install
        run: pip install "$SCUFFLE_URL/sdk/scuffle-{version}-py3-none-any.whl"
      - name: Check
        run: scuffle check .
      - name: Fetch the active version
        run: scuffle bots {bot} --game {game} --source "$RUNNER_TEMP/active"
      - name: Bench against the active version
        id: bench
        run: |
          found="$RUNNER_TEMP/bench.json"
          scuffle bench {game} . "$RUNNER_TEMP/active"/* -n 200 -j 2 --sprt 0,20 --json > "$found"
          cat "$found"
          better=$(jq .better "$found")
          echo "better=$better" >> "$GITHUB_OUTPUT"
      - name: Submit if it is better
        if: steps.bench.outputs.better == 'true'
        run: scuffle submit . --note "$GITHUB_SHA" --wait
"""


def workflow(game: str, bot: str) -> str:
    """The workflow's text.

    Args:
        game: the game's id.
        bot: the bot's name; nothing in it means anything to a shell.
    """
    return _WORKFLOW.format(game=game, bot=bot, version=__version__)
