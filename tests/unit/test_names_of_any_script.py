"""Names: any script, and nothing that looks like another name or disturbs the text around it."""

import pytest

from scuffle_platform.names import BadName, clean_name, clean_title, isolated, name_key, written

GOOD = (
    "ada", "Ada.Lovelace-1815", "名無しの権兵衛", "Zoë", "नमस्ते", "שָׁלוֹם", "مرحبا", "ภาษาไทย", "རྒྱུད",
    "Nguyễn", "한국어", "አማርኛ", "W" * 32,
)  # fmt: skip
DISGUISED = (
    "a\u200bda", "ada\u200d", "a\u202eda", "\u2066ada", "a\u00adda", "ada\ufe0f", "a\u034fda",
    "\u3164\u3164", "a\u115fb", "ada\ufeff", "a\u180eb", "z" + "\u0301" * 8 + "z", "a\U000e0061b",
)  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_a_name_may_be_of_any_script(name: str) -> None:
    shown = clean_name(name)
    assert name_key(shown) == name_key(name)


@pytest.mark.parametrize("name", DISGUISED, ids=ascii)
def test_what_cannot_be_seen_is_no_part_of_a_name_or_a_title(name: str) -> None:
    with pytest.raises(BadName, match=r"cannot be seen|characters; choose"):
        clean_name(name)
    if "\u200d" not in name:
        with pytest.raises(BadName, match="cannot be seen"):
            clean_title(name)


@pytest.mark.parametrize("name", ["\u0430nn", "\u0455cuffle", "\u0391da", "b\u043eb"], ids=ascii)
def test_letters_that_look_alike_do_not_stand_together(name: str) -> None:
    with pytest.raises(BadName, match="look alike; choose letters of one alphabet"):
        clean_name(name)


def test_words_of_two_alphabets_stand_in_one_name() -> None:
    assert clean_name("борис-bot_2.εύα") == "борис-bot_2.εύα"


def test_joiners_belong_to_the_spelling_of_titles() -> None:
    assert clean_title("می\u200cخواهم") == "می\u200cخواهم"


@pytest.mark.parametrize(("one", "other"), [("Ada", "ADA"), ("Ｂob", "bob"), ("straße", "STRASSE")])
def test_names_that_are_read_alike_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize("name", ["שלום-7", "مرحبا", "٣٤ab"])
def test_a_name_from_right_to_left_turns_nothing_around_it(name: str) -> None:
    assert isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["ada", "名無し", "नमस्ते", "x-1.2"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert isolated(name) == name


def test_free_words_are_one_line_that_hides_nothing() -> None:
    assert (
        written(" می\u200cخواهم\u3000\n❤\ufe0f 👨\u200d💻 ", 60)
        == "می\u200cخواهم ❤\ufe0f 👨\u200d💻"
    )
    assert written("a\u202eb\x00\u2066", 60) == "a\\u202eb\\x00\\u2066"
    assert written("x" * 9 + "\u202e", 12) == "x" * 9 + "\\u2"
