"""``scuffle login``: a link, a code to compare, and a person who says yes."""

import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

CODE = sha256(b"a secret").hexdigest()


@pytest.fixture
def logging_in(address, tmp_path):
    """A ``scuffle login`` that waits: the process and the code in its link."""
    home = str(tmp_path / "home")
    running = subprocess.Popen(
        [Path(sys.executable).parent / "scuffle", "login", "--no-open"],
        env={"SCUFFLE_URL": address, "HOME": home, "XDG_CONFIG_HOME": home} | {
            "PATH": os.environ["PATH"]
        },
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert running.stderr
    link, compare = running.stderr.readline(), running.stderr.readline()
    code = link.strip().removeprefix(f"Open {address}/device?code=")
    assert f"{code[:4].upper()}-{code[4:8].upper()}" in compare
    yield running, code
    running.kill()
    running.wait()
    running.stderr.close()


def allow(browser, csrf, code, **fields):
    page = f"/device?code={code}"
    form = {"csrf_token": csrf(browser, page), "code": code} | fields
    return browser.post("/device", data=form)


def test_a_yes_on_the_page_signs_the_command_line_in(logging_in, anna, csrf, scuffle):
    running, code = logging_in
    browser = anna.browser()
    page = browser.get(f"/device?code={code}")
    assert f"{code[:4].upper()}-{code[4:8].upper()}" in page.text
    assert running.poll() is None
    assert "is signed in" in allow(browser, csrf, code, name="laptop").text
    assert running.wait(30) == 0
    assert scuffle("whoami").startswith("anna on ")
    assert "laptop" in browser.get("/account").text
    scuffle("submit", "my_bot.py", "--game", "virus-war")


def test_the_link_alone_opens_nothing(anna, app, csrf):
    browser = anna.browser()
    allow(browser, csrf, CODE)
    stranger = app.test_client(use_cookies=False)

    def status(token):
        headers = {"Authorization": f"Bearer {token}"}
        return stranger.get("/api/v1/accounts/me", headers=headers).status_code

    assert (status(CODE), status("a secret")) == (401, 200)


def test_a_code_works_once(anna, ben, csrf):
    allow(anna.browser(), csrf, CODE)
    again = allow(ben.browser(), csrf, CODE)
    assert again.status_code == 422
    assert "used before" in again.text


@pytest.mark.parametrize("code", ["x", "A" * 63, CODE + "0", "<script>"])
def test_what_is_no_code_is_said(anna, csrf, code):
    browser = anna.browser()
    found = browser.get("/device", query_string={"code": code})
    assert found.status_code == 422
    assert "not the code of a command line" in found.text
    posted = browser.post("/device", data={"csrf_token": csrf(browser, "/device"), "code": code})
    assert posted.status_code == 422


def test_signed_out_one_logs_in_first_and_comes_back(stranger):
    found = stranger.get(f"/device?code={CODE}")
    assert found.status_code == 401
    assert re.search(rf'href="/log-in\?next=[^"]*device[^"]*{CODE}', found.text)


def test_a_yes_needs_the_pages_own_form(anna):
    assert anna.browser().post("/device", data={"code": CODE}).status_code == 400


def test_ctrl_c_ends_the_waiting(logging_in):
    running, _ = logging_in
    running.send_signal(2)
    assert running.wait(30) == 130


def test_a_tokens_name_that_turns_the_line_is_refused_everywhere(anna, csrf):
    name, said = "ci \u202egnp", "characters that cannot be seen"
    answer = anna.post("tokens", json={"name": name, "scopes": ["read"]})
    assert answer.status_code == 422
    assert said in answer.json["detail"]
    browser = anna.browser()
    form = {"csrf_token": csrf(browser, "/account"), "name": name, "scope": "read", "code": CODE}
    for page in ("/account/tokens", "/device"):
        shown = browser.post(page, data=form)
        assert shown.status_code == 422
        assert said in shown.text
    assert "Yes, sign it in" in shown.text
    assert len(anna.get("tokens").json["items"]) == 1
