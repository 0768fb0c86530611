"""Let atheris look for bytes that break a promise: ``./run fuzz [NAME …] [--seconds 60]``.

Each target runs in a process of its own, for a bounded time, from a few sound examples on. What it
learned lies in ``.fuzz/NAME`` and is used again; bytes that broke something lie beside it.
"""

import argparse
import io
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPORA = ROOT / ".fuzz"
INSTRUMENTED = ["scuffle", "tarfile", "zipfile", "json", "tomllib", "fuzz"]
BOT = b"def get_action(state, api):\n    return state['legal_actions'][0]\n"
TOML = b'game = "virus-war"\nentry = "main.py"\nignore = ["*.txt"]\n'
BOUNDS = ("-timeout=10", "-rss_limit_mb=2048", "-verbosity=0", "-print_final_stats=1")
WITHOUT = (
    "fuzz: atheris is not installed here: it has wheels for Linux on x86-64 alone. "
    "The same checks under hypothesis: ./run test tests/unit/test_fuzz_targets.py"
)


def archives() -> list[bytes]:
    """A zip, a tar and a gzipped tar of the same small bot."""
    made = [io.BytesIO() for _ in range(3)]
    with zipfile.ZipFile(made[0], "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("bot/main.py", BOT)
        zipped.writestr("bot/scuffle.toml", TOML)
    for file, mode in ((made[1], "w"), (made[2], "w:gz")):
        with tarfile.open(fileobj=file, mode=mode) as tar:
            for name, data in (("bot/main.py", BOT), ("bot/scuffle.toml", TOML)):
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                tar.addfile(entry, io.BytesIO(data))
    return [each.getvalue() for each in made]


def seeds(name: str) -> list[bytes]:
    """Sound examples to start from."""
    answers = [b'{"action":"grow","params":{"row":0,"col":1}}', b'{"type":"ready"}\r']
    if name == "wire":
        return [*answers, b'{"a":[1,2.5e3,true,null,"\\ud83d\\ude00"],"b":{"c":{}}}']
    if name == "door":
        packed = [bytes([number]) + data for number, data in enumerate(archives())]
        return [*packed, b"\x02" + BOT, b"\x04int main(void) { return 0; }\n"]
    if name == "artefact":
        return archives()
    return [b"\x20\x03" + b"\n".join(answers) + b"\n\n", b"\x01\x00\r\n \t{}\n{"]


def hunt(name: str, bounds: list[str]) -> bool:
    """Run one target; whether its promises held."""
    corpus = CORPORA / name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(name)):
        (corpus / f"seed-{number}").write_bytes(data)
    found = CORPORA / f"{name}-broken-by-"
    command = [sys.executable, __file__, "--alone", name, f"-artifact_prefix={found}", *BOUNDS]
    print(f"fuzz: {name}", flush=True)
    held = not subprocess.run([*command, *bounds, corpus], cwd=ROOT, check=False).returncode
    if not held:
        print(f"fuzz: {name} broke a promise; the bytes: {found}*. Once more: ./run fuzz {name}")
    return held


def alone(name: str, options: list[str]) -> None:
    """Be the fuzzer of one target; atheris ends the process."""
    import atheris

    sys.path.insert(0, str(ROOT / "tests"))
    with atheris.instrument_imports(include=INSTRUMENTED):
        from fuzz.targets import TARGETS
    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()


def main() -> int:
    """Fuzz what was asked for, or everything."""
    if sys.argv[1:2] == ["--alone"]:
        alone(sys.argv[2], sys.argv[3:])
    names = ("lines", "log", "wire", "door", "artefact")
    words = argparse.ArgumentParser(prog="./run fuzz", description=__doc__)
    words.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    words.add_argument("--seconds", type=int, default=60, help="for each (60)")
    words.add_argument("--runs", type=int, default=-1, help="at most so many for each")
    asked = words.parse_args()
    if unknown := set(asked.names) - set(names):
        words.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(names)}")
    if find_spec("atheris") is None:
        sys.exit(WITHOUT)
    bounds = [f"-max_total_time={asked.seconds}", f"-runs={asked.runs}"]
    held = [hunt(name, bounds) for name in asked.names or names]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
