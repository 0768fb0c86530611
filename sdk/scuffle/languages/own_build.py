"""A build of one's own: the scripts ``build`` and ``run`` of the archive, whatever they call."""

from scuffle.languages import c
from scuffle.languages.language import Language

_BUILD = "if [ -f build ]; then chmod u+x build && exec ./build; fi"

_STARTER = """\
#!/bin/sh
# Starts the bot; it is run in the bot's folder.
exec ./bot
"""

_STARTER_BUILD = """\
#!/bin/sh
# Builds the bot, in a writable copy of its folder and without a network.
exec gcc -O2 -o bot bot.c
"""

LANGUAGE = Language(
    id="own",
    name="Own build",
    suffixes=(),
    entry_names=("run",),
    scripts=("build", "run"),
    build=("/bin/sh", "-c", _BUILD),
    run=("/bin/sh", "-c", 'exec "$0"', "{bot}/{entry}"),
    about='An archive with the scripts `build` and `run` at its top, or with `language = "own"` in '
    "`scuffle.toml`. `build` may be left out, and `run` be a program that was built elsewhere. gcc "
    "is there; further tools are not promised.",
    toolchain=(("/bin/sh", "-c", "gcc --version"), ("/bin/sh", "-c", "ldd --version")),
    packages=("gcc", "libc6-dev"),
    echo="#!/bin/sh\nexec cat\n",
    starter=_STARTER,
    beside=(("build", _STARTER_BUILD), ("bot.c", c.LANGUAGE.starter)),
)
