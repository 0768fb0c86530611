"""Every command with nonsense: a sentence and a documented code, never a traceback."""

import os
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer

import click
import pytest
from cli_shell import BOT

from scuffle.cli import COMMANDS, main
from scuffle.cli.exits import Exit

NOWHERE = "http://127.0.0.1:9"
WORDS = [
    "", "nobody", "../..", "-", "\x01", "\udcff", "🤖", "a b 'c", "%s", "x" * 5000,
    "empty", "binary.py", "noise", "blank.py", "empty.zip", "torn.zip", "loop", "my_bot.py/x",
    "/dev/null", "half.json", "torn.json", "my_bot@2", "--nonsense",
]  # fmt: skip
OPTIONS = [
    "play virus-war random random --seed \udcff",
    "play virus-war random random --seed ",
    "play virus-war random random --seed " + "x" * 129,
    "bench virus-war random greedy -n 1 --seed " + "x" * 127,
    "tournament virus-war random greedy --seed " + "x" * 127,
    "play virus-war random random --set size=NaN",
    "play virus-war random random --set size=1e999",
    "play virus-war random random --set =",
    "play virus-war random random --set size={}",
    "play virus-war random random --replay empty",
    "play virus-war random random --sandbox oven",
    "play virus-roll-write random",
    "bench virus-war random greedy -n 0",
    "bench virus-war random greedy -n x",
    "bench virus-war random greedy -n 999999999",
    "tournament virus-war random greedy -n 999999999",
    "bench virus-war random greedy -j 0",
    "bench virus-war random greedy --sprt 20,0",
    "bench virus-war random greedy --sprt nan,inf",
    "bench virus-war random greedy --sprt 1",
    "bench virus-war random binary.py --resume",
    "check my_bot.py --game virus-war --sandbox oven",
    "check my_bot.py --game nothing",
    "new virus-war fresh --language \udcff",
    "matches --limit 0",
    "matches --limit 99999999999999999999",
    "regress my_bot.py --losses 99999999999999999999",
    "logs abc --request -1",
    "leaderboard virus-war --url ftp://x",
    "leaderboard virus-war --url http://[",
    "leaderboard virus-war --url http://a\nb",
    "leaderboard virus-war --url http://127.0.0.1:99999",
    "submit my_bot.py --bot \udcff --game virus-war",
    "view half.json -o empty",
    "whoami --url https://",
]


def commands():
    context = click.Context(main)
    for name in COMMANDS:
        found = main.get_command(context, name)
        if isinstance(found, click.Group):
            yield from ((name, sub) for sub in found.list_commands(context))
        elif name != "doctor":  # it takes nothing, and tries cages
            yield (name,)


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder full of things that are no bots, and no site."""
    (tmp_path / "my_bot.py").write_text(BOT)
    (tmp_path / "empty").mkdir()
    (tmp_path / "binary.py").write_bytes(bytes(range(256)))
    (tmp_path / "noise").write_bytes(os.urandom(999))
    (tmp_path / "blank.py").write_text("")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w"):
        pass
    (tmp_path / "torn.zip").write_bytes(b"PK\x03\x04" + bytes(99))
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "half.json").write_text('{"format": "scuffle-replay/1", "game": 3}')
    (tmp_path / "torn.json").write_text("[[[[")
    monkeypatch.chdir(tmp_path)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("SCUFFLE_URL", NOWHERE)
    monkeypatch.setenv("SCUFFLE_TOKEN", "scuffle_nonsense")
    return tmp_path


@pytest.fixture
def ends_well(capfd):
    """Runs a line and looks at how it ends."""

    def run(words):
        with pytest.raises(SystemExit) as ended:
            main.main(list(words), prog_name="scuffle")
        told = capfd.readouterr()
        code = Exit(ended.value.code or 0)
        assert "Traceback" not in told.err, words
        assert "fault of Scuffle" not in told.err, (words, told.err)
        assert code is Exit.OK or told.err.strip() or told.out.strip(), words
        return code, told.err

    return run


@pytest.mark.parametrize("name", list(commands()), ids=" ".join)
def test_every_command_takes_nonsense_calmly(desk, ends_well, name):
    more = ["--no-open"] if name == ("view",) else []
    for word in WORDS:
        ends_well([*name, word, *more])
        ends_well([*name, "virus-war", word, *more])
    assert ends_well([*name, "--nonsense"])[0] is Exit.USAGE


@pytest.mark.parametrize("line", OPTIONS, ids=range(len(OPTIONS)))
def test_options_take_nonsense_calmly(desk, ends_well, line):
    code, _ = ends_well(line.split(" "))
    assert code in (Exit.FAILURE, Exit.USAGE, Exit.CHECK_FAILED, Exit.UNREACHABLE)


@pytest.mark.parametrize("name", ["tokens.json", "config.toml"])
@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"[[", b"[1]", b"", None])
def test_a_damaged_file_of_ours_is_named(desk, ends_well, monkeypatch, name, content):
    monkeypatch.delenv("SCUFFLE_TOKEN")
    monkeypatch.delenv("SCUFFLE_URL")
    file = desk / "home" / "scuffle" / name
    file.parent.mkdir(parents=True)
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    for line in ("whoami", "logout", "bots"):
        assert ends_well([line, "--url", NOWHERE])[0] is not Exit.OK


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, b"<html>hello</html>"), (200, b"[]"), (200, b"\xff"), (200, b""), (404, b"<p>no"),
     (500, b"{"), (302, b""), (401, b"null"), (204, b"")],
)  # fmt: skip
def test_a_server_that_is_no_scuffle_is_told_so(desk, ends_well, status, body):
    class Stranger(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(status)
            self.send_header("Location", "http://[")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Stranger)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}"
        for line in ("leaderboard virus-war", "matches", "bots"):
            code, err = ends_well([*line.split(), "--url", url])
            assert code in (Exit.FAILURE, Exit.NOT_ALLOWED, Exit.UNREACHABLE), err
    finally:
        server.shutdown()
        server.server_close()
