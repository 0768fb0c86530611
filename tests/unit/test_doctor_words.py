"""What ``scuffle doctor`` says, from reports and hosts that are not this one's."""

import shutil
import subprocess
from pathlib import Path

import pytest

from scuffle.cage import Layer, Report, Toolchain, Trial
from scuffle.diagnosis import diagnosis
from scuffle_sandbox import bubblewrap_report, docker_report
from scuffle_sandbox.bubblewrap import Bubblewrap
from scuffle_sandbox.bubblewrap_report import look
from scuffle_sandbox.hindrances import Host, crash_watcher, hindrance

BWRAP = Path("/usr/bin/bwrap")


def test_each_layer_is_told_with_what_enforces_it():
    layers = {"memory": Layer.RLIMIT, "network": Layer.NAMESPACE, "freeze": Layer.NONE}
    report = Report("bubblewrap", True, layers, ("python", "c"), ("A note.",), "sudo ./run")
    assert diagnosis(report) == [
        "bubblewrap: works",
        "  memory     rlimit     the address space of its one process",
        "  network    namespace  one of its own, which leads nowhere",
        "  freeze     none       held by nothing",
        "  languages  python, c",
        "  A note.",
        "  To mend it: sudo ./run",
    ]


def test_what_was_tried_is_told():
    held, out = Trial("fork", ""), Trial("memory", "it took memory without end")
    assert "  tried      held: fork" in diagnosis(Report("x", True, {}, (), trials=(held,)))
    told = diagnosis(Report("x", False, {}, (), trials=(held, out)))
    assert told[0] == "x: does not work here"
    assert told[2] == ("  tried      memory was not held: it took memory without end; held: fork")


def test_each_language_is_told_with_its_tools_and_its_start():
    tools = {"c": Toolchain("gcc 12; -O2", 1.9)}
    assert "  c          gcc 12; -O2; an empty program starts in 2 ms" in diagnosis(
        Report("x", True, {}, ("c",), toolchains=tools)
    )


def test_languages_without_tools_are_told_with_their_packages(monkeypatch):
    gone = ("/usr/bin/go", "/usr/bin/rustc")
    there = shutil.which
    monkeypatch.setattr(
        bubblewrap_report.shutil,
        "which",
        lambda name, path=None: None if f"/usr/bin/{name}" in gone else there(name, path=path),
    )
    notes = Bubblewrap().check().notes
    if Bubblewrap().check().ladder_layer != "cgroup":
        pytest.skip("beyond this host: no control group that this user may use")
    assert "There are no tools for Go, Rust; Debian's packages are golang-go rustc." in notes


def test_languages_without_an_image_are_told_with_what_makes_it():
    report = docker_report.report({"ServerVersion": "20"}, ("python", "c", "own", "cpp"))
    assert "There is no image for go, java, javascript, rust, typescript." in report.notes
    assert report.remedy == "deploy/images/build go java javascript rust typescript"


def test_ubuntus_apparmor_is_told_exactly():
    found = hindrance(Host(BWRAP, apparmor="1", debian="1", most="10000"))
    assert found.sentence == (
        "This kernel gives user namespaces only to programs whose AppArmor profile grants them "
        "(Ubuntu 23.10 and newer do so), and /usr/bin/bwrap has no such profile."
    )
    assert found.command == (
        "sudo sh -c 'printf \"abi <abi/4.0>,\\ninclude <tunables/global>\\n"
        'profile scuffle-bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n" '
        ">/etc/apparmor.d/scuffle-bwrap && apparmor_parser -r /etc/apparmor.d/scuffle-bwrap'"
    )


def test_the_apparmor_command_writes_a_profile(tmp_path):
    """Run as it stands, but for ``sudo``, the folder, and the program that loads it."""
    command = hindrance(Host(BWRAP, apparmor="1")).command.removeprefix("sudo ")
    command = command.replace("/etc/apparmor.d", str(tmp_path)).replace("apparmor_parser -r", "cat")
    written = subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout
    assert written.splitlines() == [
        "abi <abi/4.0>,",
        "include <tunables/global>",
        "profile scuffle-bwrap /usr/bin/bwrap flags=(unconfined) {",
        "  userns,",
        "}",
    ]


@pytest.mark.parametrize(
    ("host", "words", "command"),
    [
        (Host(None, apparmor="1"), "not installed", "sudo apt-get install bubblewrap"),
        (Host(BWRAP, debian="0"), "to root alone", "sudo sysctl -w kernel.unprivileged_userns"),
        (Host(BWRAP, most="0"), "no user namespaces", "sudo sysctl -w user.max_user_namespaces"),
        (Host(BWRAP, container=True), "In a container", "docker run --security-opt seccomp="),
        (Host(BWRAP, "0", "1", "63000"), "", ""),
    ],
)
def test_each_hindrance_has_its_sentence_and_command(host, words, command):
    found = hindrance(host)
    assert words in found.sentence
    assert found.command.startswith(command)


def test_an_unknown_machine_is_refused(monkeypatch):
    monkeypatch.setattr(bubblewrap_report.platform, "machine", lambda: "riscv64")
    report = look(None, grouped=True)
    assert not report.usable
    assert "knows x86_64 and aarch64, not riscv64" in report.notes[0]


def test_a_program_that_the_host_starts_for_each_crash_is_told():
    assert crash_watcher("core") == ("", "")
    found = crash_watcher("|/usr/share/apport/apport -p%p -s%s -c%c")
    assert "starts /usr/share/apport/apport as root" in found.sentence
    assert "kernel.core_pattern=core" in found.command
