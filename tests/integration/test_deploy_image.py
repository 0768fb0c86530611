"""The image of ``deploy/``: it is built here, and its worker can cage a bot in a container."""

import json
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
AS_COMPOSE = (
    *("docker", "run", "--rm", "--network", "none", "--read-only", "--cap-drop", "ALL"),
    *("--tmpfs", "/tmp", "--tmpfs", "/data:exec,mode=0700,uid=1000,gid=1000"),
    *("--security-opt", "no-new-privileges"),
)
PROFILE = ("--security-opt", f"seccomp={DEPLOY / 'seccomp' / 'bubblewrap.json'}")
PLAY = ("play", "virus-war", "random", "greedy", "--seed", "1", "--sandbox", "bubblewrap", "--json")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_a_worker_in_a_container_cages_bots_under_our_profile(site_image: str) -> None:
    played = run(*AS_COMPOSE, *PROFILE, site_image, *PLAY)
    assert played.returncode == 0, played.stderr
    found = json.loads(played.stdout)
    assert [verdict["verdict"] for verdict in found["verdicts"]] == ["ok", "ok"]


def test_without_our_profile_it_says_that_it_has_no_cage(site_image: str) -> None:
    refused = run(*AS_COMPOSE, site_image, *PLAY)
    assert refused.returncode != 0
    assert "bubblewrap" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_its_cages_are_tried_in_the_container_too(site_image: str) -> None:
    told = run(*AS_COMPOSE, *PROFILE, site_image, "doctor").stdout
    assert "bubblewrap: works" in told
    assert "tried      held: reach, fork, memory, flood, freeze" in told
    told = run(*AS_COMPOSE, site_image, "doctor").stdout
    assert "bubblewrap: does not work here" in told
    assert "In a container bubblewrap needs a seccomp profile" in told
    assert "--security-opt seccomp=deploy/seccomp/bubblewrap.json" in told


@pytest.mark.parametrize("module", ["flask", "rq", "psycopg", "scuffle_platform.app"])
def test_the_image_holds_every_part(module: str, site_image: str) -> None:
    found = run(*AS_COMPOSE, "--entrypoint", "python", site_image, "-c", f"import {module}")
    assert found.returncode == 0, found.stderr


def test_the_image_can_copy_the_database_that_compose_runs(site_image: str) -> None:
    told = run(*AS_COMPOSE, "--entrypoint", "pg_dump", site_image, "--version")
    version = told.stdout.split()[2].partition(".")[0]
    assert f"image: postgres:{version}-bookworm" in (DEPLOY / "compose.yaml").read_text()


def test_daily_copies_lie_in_a_volume_that_the_scheduler_may_write(site_image: str) -> None:
    volume = ("--volume", "/data/backups", "--entrypoint", "touch")
    done = run(*AS_COMPOSE, *volume, site_image, "/data/backups/one")
    assert done.returncode == 0, done.stderr


def test_the_image_makes_its_tables(site_image: str) -> None:
    made = run(*AS_COMPOSE, site_image, "db", "upgrade")
    assert made.returncode == 0, made.stderr
    assert "revision" in made.stdout
