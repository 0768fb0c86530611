"""Names and words of people: what is allowed, when two names are the same, how words are kept.

Names are shown after NFKC normalisation and compared after case folding (Unicode Technical
Report 36), so that ``Ｂob``, ``bob`` and ``BOB`` cannot be three people.
"""

import re
from unicodedata import category, normalize
from unicodedata import name as letter_name

from scuffle.wire import isolated as isolated
from scuffle.wire import visible

SHORTEST, LONGEST = 2, 32

# fmt: off
RESERVED = frozenset({
    "about", "account", "accounts", "admin", "administrator", "all", "anonymous", "api",
    "bot", "bots", "chance", "challenge", "community", "docs", "everyone", "games",
    "health", "help", "house", "inbox", "login", "logout", "leagues", "matches", "me", "metrics",
    "new", "nobody", "null", "operations", "operator", "queue", "root", "scuffle", "series",
    "settings", "signup", "site", "static", "support", "system", "tokens", "tournaments",
    "undefined",
})
# fmt: on
"""Names that a page, a path or the site itself goes by."""

LONGEST_TITLE = 60
MOST_MARKS = 4
"""Marks on one letter: what any script writes; more of them are a tower over the lines above."""
_PILE = "M" * 5
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN"})
_WORD = re.compile(r"[^\W\d_]+")
_JOINERS = "\u200c\u200d"
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]")
"""Letters and marks that show nothing: two names that differ by them alone look the same.

Source: Unicode's property Default_Ignorable_Code_Point, without the controls and formats."""
_SHAPE = re.compile(r"[^\W_](?:[\w.-]*[^\W_])?")


class BadName(ValueError):
    """A name that cannot be had; the text is one sentence for whoever chose it."""


def name_key(name: str) -> str:
    """What two equal names have in common."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def clean_name(name: str, what: str = "name") -> str:
    """The name as it will be shown.

    Args:
        name: as it was typed.
        what: the word for it in a sentence (``account name``, ``bot name``).

    Raises:
        BadName: it is too short or long, has other characters, or is reserved.
    """
    clean = normalize("NFKC", name).strip()
    if not SHORTEST <= len(clean) <= LONGEST:
        raise BadName(
            f"The {what} has {len(clean)} characters; choose {SHORTEST} to {LONGEST} of them."
        )
    if is_disguised(clean):
        raise BadName(
            f"The {what} has characters that cannot be seen, or a letter under more than "
            f"{MOST_MARKS} marks; leave them out."
        )
    if scripts := _mixed(clean):
        raise BadName(
            f"The {what} has {' and '.join(scripts)} letters, which look alike; "
            "choose letters of one alphabet."
        )
    if not _is_shaped(clean):
        raise BadName(
            f"The {what} may have letters, digits, '-', '_' and '.', and begins and ends with a "
            "letter or digit."
        )
    if name_key(clean) in RESERVED:
        raise BadName(f"The {what} '{clean}' is kept for the site; choose another.")
    return clean


def clean_title(title: str, what: str = "title") -> str:
    """The title of a league or the like as it will be shown: any script, spaces, signs.

    Args:
        title: as it was typed.
        what: the word for it in a sentence.

    Raises:
        BadName: it is too short or long, or has characters that cannot be seen.
    """
    clean = " ".join(normalize("NFC", title).split())
    if not SHORTEST <= len(clean) <= LONGEST_TITLE:
        raise BadName(
            f"The {what} has {len(clean)} characters; choose {SHORTEST} to {LONGEST_TITLE} of them."
        )
    return clean_label(clean, what)


def clean_label(label: str, what: str) -> str:
    """A label of any script and any length as it will be shown, in one line.

    Args:
        label: as it was typed.
        what: the word for it in a sentence.

    Raises:
        BadName: it has characters that cannot be seen.
    """
    clean = " ".join(normalize("NFC", label).split())
    # Joiners belong to the spelling of words.
    if is_disguised(clean.translate(dict.fromkeys(map(ord, _JOINERS)))):
        raise BadName(
            f"The {what} has characters that cannot be seen, or a letter under more than "
            f"{MOST_MARKS} marks; leave them out."
        )
    return clean


def written(text: str, longest: int) -> str:
    """What somebody writes freely, as it is kept and shown: one line in which nothing is hidden.

    Args:
        text: as it was typed.
        longest: characters that are kept.
    """
    return spelt_out(" ".join(text.split()))[:longest]


def spelt_out(text: str) -> str:
    """Somebody's lines with control characters and marks of direction as escapes.

    So are files' names at the door. Joiners stay, which belong to the spelling of words, and spaces
    of all widths.
    """
    seen = {one for one in text if one in _JOINERS or category(one) == "Zs"}
    return visible(text, but="\n\t" + "".join(seen))


def is_disguised(text: str) -> bool:
    """Whether text could look like another: it holds what is not seen, turns, or piles up."""
    if _BLANK.search(text) or any(category(one)[0] == "C" for one in text):
        return True
    marks = "".join("m" if category(one)[0] == "M" else " " for one in text)
    return "m" * (MOST_MARKS + 1) in marks


def _mixed(clean: str) -> list[str]:
    """The alphabets, if letters of several that look alike stand together in a word.

    Source: Unicode Technical Standard 39, 5.2, whose moderately restrictive level lets Latin stand
    beside any script but Cyrillic and Greek. Cherokee and Armenian have look-alikes as well.
    """
    for word in _WORD.findall(clean):
        found = _ALIKE & {letter_name(letter, "").partition(" ")[0] for letter in word}
        if len(found) > 1:
            return sorted(each.capitalize() for each in found)
    return []


def _is_shaped(clean: str) -> bool:
    """Vowel signs and other marks count as part of the letter before them; none has five.

    Source of the four: Unicode Technical Standard 39, 5.4.
    """
    if _PILE in "".join(category(one)[0] for one in clean):
        return False
    letters = "".join(one for one in clean if category(one)[0] != "M")
    return category(clean[0])[0] != "M" and _SHAPE.fullmatch(letters) is not None
