"""The API client against a real HTTP server that answers what a test lays down."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from scuffle.client import ApiError, Client, NotAllowed, NotFound, QuotaReached, Unreachable


class Site:
    """Answers in the order laid down, and remembers what was asked."""

    def __init__(self, address):
        self.url = address
        self.answers = []
        self.asked = []

    def lay(self, status, body, **headers):
        self.answers.append((status, body, headers))


@pytest.fixture
def site():
    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            length = int(self.headers.get("Content-Length", 0))
            known.asked.append((self.command, self.path, self.headers, self.rfile.read(length)))
            status, body, headers = known.answers.pop(0)
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = answer  # noqa: N815 - the standard library's names

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    known = Site(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield known
    server.shutdown()
    thread.join()
    server.server_close()


def test_token_and_query_are_sent_and_none_is_left_out(site):
    site.lay(200, {"name": "anna"})
    assert Client(site.url + "/", "sesame").get("matches", game="a b", bot=None) == {"name": "anna"}
    _, path, headers, _ = site.asked[0]
    assert path == "/api/v1/matches?game=a+b"
    assert headers["Authorization"] == "Bearer sesame"


def test_lists_are_read_page_after_page(site):
    site.lay(200, {"items": [{"n": 1}, {"n": 2}], "next": "c&1"})
    site.lay(200, {"items": [{"n": 3}], "next": None})
    assert [item["n"] for item in Client(site.url).items("bots", mine="true")] == [1, 2, 3]
    assert site.asked[1][1] == "/api/v1/bots?mine=true&cursor=c%261"


@pytest.mark.parametrize(
    ("status", "kind"), [(401, NotAllowed), (403, NotAllowed), (404, NotFound), (429, QuotaReached)]
)
def test_problems_are_typed_and_speak(site, status, kind):
    site.lay(status, {"title": "No", "detail": "Found x.", "hint": "Do y."})
    with pytest.raises(kind, match=r"^Found x\. Do y\.$") as caught:
        Client(site.url).get("bots")
    assert caught.value.status == status


@pytest.mark.parametrize("code", ["storage-full", "too-many-tokens", "check-waits"])
def test_a_limit_is_one_whatever_its_status(site, code):
    site.lay(422, {"title": "No", "detail": "Your uploads take 500 MB of 500 MB.", "code": code})
    with pytest.raises(QuotaReached, match="500 MB"):
        Client(site.url).get("bots")


def test_the_fields_that_are_wrong_are_named(site):
    wrong = ["since: Input should be a valid date", "limit: Input should be at most 100"]
    site.lay(422, {"title": "No", "detail": "Some fields are wrong.", "errors": wrong})
    with pytest.raises(ApiError, match=f"{wrong[0]}; {wrong[1]}") as caught:
        Client(site.url).get("matches")
    assert caught.value.errors == tuple(wrong)


def test_an_answer_that_is_no_problem_still_speaks(site):
    site.lay(502, b"<html>Bad gateway</html>")
    with pytest.raises(Exception, match="HTTP 502 Bad Gateway"):
        Client(site.url).get("bots")


def test_retry_after_is_honoured_with_the_same_idempotency_key(site):
    site.lay(429, {"title": "Slow down"}, Retry_After="7")
    site.lay(503, {"title": "Away"}, Retry_After="2")
    site.lay(201, {"id": "x"})
    waited = []
    assert Client(site.url, wait=waited.append).post("matches", {"game": "g"}) == {"id": "x"}
    assert waited == [7, 2]
    assert len({headers["Idempotency-Key"] for _, _, headers, _ in site.asked}) == 1


def test_waiting_has_an_end(site):
    for _ in range(3):
        site.lay(429, {"title": "Slow down"}, Retry_After="1")
    waited = []
    with pytest.raises(QuotaReached):
        Client(site.url, wait=waited.append).get("bots")
    assert waited == [1, 1]


def test_a_quota_of_hours_is_told_at_once(site):
    site.lay(429, {"detail": "20 versions a day."}, Retry_After="7200")
    with pytest.raises(QuotaReached, match="20 versions a day"):
        Client(site.url, wait=pytest.fail).get("bots")


def test_upload_is_a_form_and_a_name_cannot_break_it(site):
    site.lay(201, {"number": 4})
    assert Client(site.url).submit("my bot", ('a"\r\nb.py', b"\x00code"), "né")["number"] == 4
    _, path, headers, body = site.asked[0]
    assert path == "/api/v1/bots/my%20bot/versions"
    assert headers["Content-Type"].startswith("multipart/form-data; boundary=")
    assert b'filename="a___b.py"' in body
    assert b"\x00code\r\n--" in body
    assert "né".encode() in body


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "file:///etc/passwd", "nonsense"])
def test_a_site_that_is_not_there(url):
    with pytest.raises(Unreachable):
        Client(url).get("games")
