"""The classic mistakes of packing: a sentence each, and a repair where only one is meant."""

import pytest
from door_corpus import BOT, HONEST, MISTAKES, zipped

from scuffle.cli.fix import fix
from scuffle.door import Refused, open_path, open_upload


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_mistake_has_its_own_sentence(kind):
    name, data, words, _ = MISTAKES[kind]
    with pytest.raises(Refused) as refused:
        open_upload(name, data)
    assert words in refused.value.sentence


def test_no_two_mistakes_share_a_sentence():
    told = set()
    for name, data, _, _ in MISTAKES.values():
        with pytest.raises(Refused) as refused:
            open_upload(name, data)
        told.add(refused.value.sentence)
    assert len(told) == len(MISTAKES)


@pytest.mark.parametrize("kind", HONEST)
def test_what_is_meant_well_is_let_in(kind):
    name, data, warning = HONEST[kind]
    upload = open_upload(name, data)
    assert any(warning in one for one in upload.warnings) if warning else not upload.warnings


@pytest.mark.parametrize("kind", MISTAKES)
def test_fix_mends_what_has_one_remedy_and_nothing_else(kind, tmp_path):
    name, data, words, done = MISTAKES[kind]
    path = tmp_path / name
    path.write_bytes(data)
    if not done:
        try:
            assert fix(path) == (path, [])
        except Refused as refused:
            assert words in refused.sentence  # noqa: PT017 - too many files are not read
        assert path.read_bytes() == data
        return
    mended, told = fix(path)
    assert done in " ".join(told)
    assert open_path(mended).program
    if name.endswith(".zip"):
        assert path.read_bytes() == data
        assert mended.name == "bot-fixed.zip"


@pytest.mark.parametrize("wrapper", ["", "inner/"])
def test_fix_mends_a_folder_where_it_lies(tmp_path, wrapper):
    inner = tmp_path / "bot" / wrapper
    (inner / "src").mkdir(parents=True)
    (inner / "src" / "main.py").write_bytes(BOT.replace(b"get_action", b"GetAction"))
    (inner / "notes.txt").write_text("x")
    _, told = fix(tmp_path / "bot")
    assert len(told) == 2
    assert (inner / "scuffle.toml").read_text() == 'entry = "src/main.py"\n'
    assert open_path(tmp_path / "bot").program.kind == "function"
    assert fix(tmp_path / "bot")[1] == []


def test_fix_renames_a_file_and_leaves_no_other_behind(tmp_path):
    (tmp_path / "bot.py.txt").write_bytes(BOT)
    mended, _ = fix(tmp_path / "bot.py.txt")
    assert [file.name for file in tmp_path.iterdir()] == ["bot.py"]
    assert mended == tmp_path / "bot.py"


def test_fix_leaves_alone_what_could_mean_two_things(tmp_path):
    both = {"a/main.py": BOT, "b/main.py": BOT, "x.md": b""}
    camel = {"main.py": b"def getAction(s): 0\ndef get_Action(s): 0\n"}
    for number, files in enumerate((both, camel)):
        path = tmp_path / f"{number}.zip"
        path.write_bytes(zipped(files))
        assert fix(path) == (path, [])


def test_a_virtual_environment_in_a_folder_is_not_even_read(tmp_path):
    (tmp_path / "env" / "lib").mkdir(parents=True)
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    for number in range(2100):
        (tmp_path / "env" / "lib" / f"{number}.py").touch()
    (tmp_path / "main.py").write_bytes(BOT)
    assert open_path(tmp_path).files == 1
