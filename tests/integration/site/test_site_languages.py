"""What the site says of languages: which run here, with what, how fast, and what one needs."""

import html

from flask.testing import FlaskClient

from scuffle.languages import languages


def test_the_page_names_versions_libraries_flags_and_starts(stranger: FlaskClient) -> None:
    text = html.unescape(stranger.get("/docs/languages").text)
    assert "<td>Python 3.11.2, numpy 2.4.6</td>" in text
    assert "<td>gcc 12.2.0 <code>-O2</code></td>" in text
    assert "<td>10 ms</td>" in text
    assert "<td>2 ms</td>" in text


def test_the_page_says_what_a_missing_language_needs(stranger: FlaskClient) -> None:
    text = html.unescape(stranger.get("/docs/languages").text)
    there, missing = text.split("<h2", 1)[0], ("go", "java", "rust", "typescript", "own")
    for each in missing:
        assert f"<td>{languages()[each].name}</td>" not in there
        (package, *_) = languages()[each].packages
        assert f"<code>{package}</code>" in text
    assert text.count("No worker of this site runs it") == len(missing)


def test_every_language_shows_its_build_and_a_bot(stranger: FlaskClient) -> None:
    text = html.unescape(stranger.get("/docs/languages").text)
    for language in languages().values():
        assert language.starter.strip() in text
        for _, beside in language.beside:
            assert beside.strip() in text


def test_the_api_tells_the_same(stranger: FlaskClient) -> None:
    items = stranger.get("/api/v1/languages").json["items"]
    told = {item["id"]: item for item in items}
    assert set(told) == set(languages())
    assert told["python"]["toolchain"] == "Python 3.11.2, numpy 2.4.6"
    assert told["python"]["start_ms"] == 10.4
    assert told["javascript"]["start_ms"] is None
    assert not told["go"]["available"]
    assert told["go"]["packages"] == ["golang-go"]


def test_what_is_pasted_is_one_file(stranger: FlaskClient) -> None:
    assert "Own build" not in stranger.get("/bots/new").text
