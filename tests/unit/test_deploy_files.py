"""The files of ``deploy/``: each is read by what will read it, and keeps to its promises."""

import json
import runpy
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from scuffle.cli import main
from scuffle_platform.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "scuffle"}
WORKERS = {name: service for name, service in OURS.items() if name.startswith(("worker", "boards"))}
UNIT = "scuffle-worker@.service"


def test_every_part_has_a_service() -> None:
    parts = {service["command"][0] for service in OURS.values()}
    assert parts == {"db", "serve", "recorder", "scheduler", "worker", "boards"}
    assert {"database", "queue", "proxy"} <= SERVICES.keys()


@pytest.mark.parametrize("name", OURS)
def test_a_service_starts_a_command_that_exists(name: str) -> None:
    _understands([str(word) for word in OURS[name]["command"]])


def _understands(words: list[str]) -> None:
    """Whether the command line parses; nothing runs."""
    group: click.Command = main
    context = click.Context(group)
    while isinstance(group, click.Group):
        found = group.get_command(context, words.pop(0))
        assert found is not None
        group = found
    with group.make_context(group.name, list(words)):
        pass


@pytest.mark.parametrize("name", OURS)
def test_a_service_sets_only_settings_that_exist(name: str) -> None:
    names = {f"SCUFFLE_{field.upper()}" for field in Settings.model_fields}
    assert set(OURS[name]["environment"]) <= names


@pytest.mark.parametrize("name", OURS)
def test_a_service_can_change_nothing_of_its_image(name: str) -> None:
    service = OURS[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert "docker.sock" not in json.dumps(service)


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_reaches_the_queue_and_nothing_else(name: str) -> None:
    worker = WORKERS[name]
    assert worker["networks"] == ["queue"]
    assert list(worker["environment"]) == ["SCUFFLE_REDIS_URL"]
    assert COMPOSE["networks"]["queue"]["internal"]


@pytest.mark.parametrize("name", WORKERS)
def test_a_workers_dead_are_collected(name: str) -> None:
    assert WORKERS[name]["init"] is True


def test_the_socket_is_marked_for_what_it_is() -> None:
    text = (DEPLOY / "compose.docker-socket.yaml").read_text()
    assert "ROOT ON THE HOST" in text.splitlines()[0]
    assert "docker.sock" in text


def test_workers_with_the_socket_see_what_they_measure() -> None:
    """Else they have no clock, and the ladder's ``cgroup`` refuses them."""
    text = (DEPLOY / "compose.docker-socket.yaml").read_text()
    for needed in ("pid: host", "cgroup: host", "/sys/fs/cgroup:/sys/fs/cgroup"):
        assert needed in text


def test_compose_accepts_the_file(tmp_path: Path) -> None:
    """Where Docker's plugin is not installed, the checks above are all there is."""
    if subprocess.run(
        ("docker", "compose", "version"), capture_output=True, check=False
    ).returncode:
        pytest.skip("beyond this host: Docker's compose plugin is no package of Debian 12")
    subprocess.run((DEPLOY / "make-secrets", tmp_path), check=True)
    files = ("--file", DEPLOY / "compose.yaml", "--file", DEPLOY / "compose.docker-socket.yaml")
    command = ("docker", "compose", *files, "--env-file", tmp_path / ".env", "config", "--quiet")
    subprocess.run(command, check=True)


def test_secrets_are_made_once_and_for_their_owner(tmp_path: Path) -> None:
    command = (DEPLOY / "make-secrets", tmp_path)
    subprocess.run(command, check=True, capture_output=True)
    first = (tmp_path / ".env").read_text()
    assert stat.S_IMODE((tmp_path / ".env").stat().st_mode) == 0o600
    assert "@" not in (tmp_path / "valkey" / "users.acl").read_text().replace("+@", "").replace(
        "-@", ""
    )
    again = subprocess.run(command, check=False, capture_output=True, text=True)
    assert again.returncode == 1
    assert "exists already" in again.stderr
    assert (tmp_path / ".env").read_text() == first
    secrets = [line.split("=")[1] for line in first.splitlines() if "PASSWORD" in line]
    assert len(set(secrets)) == len(secrets) == 5
    assert all(len(secret) == 48 for secret in secrets)


def test_compose_names_every_secret_that_is_made(tmp_path: Path) -> None:
    subprocess.run((DEPLOY / "make-secrets", tmp_path), check=True, capture_output=True)
    text = (DEPLOY / "compose.yaml").read_text()
    for line in (tmp_path / ".env").read_text().splitlines():
        if not line.startswith("#"):
            assert "${" + line.split("=")[0] in text


def test_the_seccomp_profile_is_the_one_its_script_makes() -> None:
    made = runpy.run_path(str(DEPLOY / "seccomp" / "make_profile.py"))["profile"]()
    assert made == json.loads((DEPLOY / "seccomp" / "bubblewrap.json").read_text())
    allowed = {
        name
        for rule in made["syscalls"]
        if rule["action"] == "SCMP_ACT_ALLOW"
        for name in rule["names"]
    }
    assert {"unshare", "mount", "pivot_root"} <= allowed
    assert not allowed & {"ptrace", "bpf", "kexec_load", "init_module", "keyctl", "userfaultfd"}


@pytest.fixture
def worker_unit(tmp_path: Path) -> Path:
    """The worker's unit for slot 0, with a program that exists here."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this host; `./run test` as root installs it")
    for unit in (UNIT, "scuffle.slice"):
        text = (DEPLOY / "systemd" / unit).read_text()
        # The program is not installed here, and a unit may start only what exists.
        (tmp_path / unit).write_text(text.replace("/opt/scuffle/bin/scuffle", "/bin/true"))
    return (tmp_path / UNIT).rename(tmp_path / "scuffle-worker@0.service")


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = ("systemd-analyze", *words)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_systemd_accepts_the_units(worker_unit: Path) -> None:
    checked = analyze("verify", worker_unit)
    assert checked.returncode == 0, checked.stderr
    assert "scuffle" not in checked.stderr


def test_the_unit_is_hardened_as_far_as_cages_allow(worker_unit: Path) -> None:
    """Systemd's own mark, from 0 (nothing can happen) to 10: a plain service has 9.6."""
    checked = analyze("security", "--offline=true", "--threshold=45", worker_unit)
    assert checked.returncode == 0, checked.stdout[-200:]


def test_the_unit_refuses_no_call_that_a_cage_needs(worker_unit: Path) -> None:
    lines = [line for line in worker_unit.read_text().splitlines() if "SystemCallFilter=~" in line]
    refused = {word for line in lines for word in line.partition("~")[2].split()}
    for name in [each for each in refused if each.startswith("@")]:
        lines = analyze("syscall-filter", name).stdout.splitlines()
        refused.update(line.strip() for line in lines if "#" not in line)
    profile = json.loads((DEPLOY / "seccomp" / "bubblewrap.json").read_text())
    rules = [rule for rule in profile["syscalls"] if rule["action"] == "SCMP_ACT_ALLOW"]
    assert "clock_settime" in refused
    assert not refused & {name for rule in rules for name in rule["names"]}


def test_the_unit_starts_a_command_that_exists() -> None:
    text = (DEPLOY / "systemd" / UNIT).read_text()
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    words = line.replace("${SCUFFLE_QUEUES}", "checks,matches").replace("%i", "0").split()[1:]
    _understands(words)
    assert "Delegate=yes" in text


@pytest.mark.parametrize("script", ["build", "make-secrets", "images/build", "images/make-base"])
def test_the_scripts_are_shell(script: str) -> None:
    path = DEPLOY / script
    assert path.stat().st_mode & stat.S_IXUSR
    subprocess.run(("sh", "-n", path), check=True)
