"""What a real shell completes after it has read the script of ``scuffle completion``."""

import shutil
import subprocess

import pytest
from cli_shell import Shell, told

ASKED = {
    "bash": """
        ask=$(complete -p scuffle); ask=${ask#*-F }; ask=${ask%% *}
        COMP_WORDS=(scuffle re) COMP_CWORD=1; $ask scuffle; printf '%s\\n' "${COMPREPLY[@]}" then
        COMP_WORDS=(scuffle play vir) COMP_CWORD=2 COMPREPLY=(); $ask scuffle
        printf '%s\\n' "${COMPREPLY[@]}"
    """,
    # These two would show what they are given, were somebody typing.
    "zsh": """
        _describe() { print -l -- ${(P)3} }
        compadd() { print -l -- ${(P)@[-1]} }
        words=(scuffle re) CURRENT=2; $_comps[scuffle]; print then
        words=(scuffle play vir) CURRENT=3; $_comps[scuffle]
    """,
    "fish": "complete -C 'scuffle re'; echo then; complete -C 'scuffle play vir'",
}
FIRST = {"zsh": "compaudit() true;"}
"""Who may write into the folders of this host's zsh is nothing of ours."""
BARE = {"bash": ["--norc", "--noprofile"], "zsh": ["-f"], "fish": ["--no-config"]}
"""What lets a shell begin as on a new account."""


@pytest.mark.parametrize("name", ASKED)
def test_a_shell_completes_commands_and_games(name, tmp_path):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not on this host; `./run test` as root on Debian installs it")
    shell = Shell(tmp_path)
    script = shell.write("script", told(shell.run("completion", name)))
    done = subprocess.run(
        [name, *BARE[name], "-c", f"{FIRST.get(name, '')} . {script}\n{ASKED[name]}"],
        cwd=tmp_path,
        env=shell.env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "not found" not in done.stderr
    commands, games = done.stdout.split("then\n")
    words = {line.replace("\t", ":").split(":")[0] for line in commands.splitlines()}
    assert words >= {"regress", "replay", "rerun"}
    assert all(word.startswith("re") for word in words)
    found = sorted(games.split())
    assert found == ["virus-roll-write", "virus-war", "virus-war-fog", "virus-war-steps"]
