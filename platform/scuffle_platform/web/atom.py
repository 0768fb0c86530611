"""Atom feeds (RFC 4287): what is new, for a feed reader."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.etree.ElementTree import Element, SubElement, tostring

from flask import Response

from scuffle_platform.web.words import iso

_NAMESPACE = "http://www.w3.org/2005/Atom"
_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 cannot hold, escaped or not."""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry.

    Attributes:
        id: unique in the feed, and for ever.
        title: plain text.
        link: an absolute address.
        at: when it happened.
        html: more of it, clean HTML; empty for nothing.
    """

    id: str
    title: str
    link: str
    at: datetime
    html: str = ""


def feed(title: str, address: str, page: str, items: Sequence[Item], at: datetime) -> Response:
    """A feed.

    Args:
        title: its name.
        address: its own absolute address.
        page: the absolute address of the page that shows the same.
        items: the newest first.
        at: its age where it holds nothing.
    """
    root = Element("feed", xmlns=_NAMESPACE)
    _add(root, "title", title)
    _add(root, "id", page)
    _add(root, "updated", iso(items[0].at if items else at))
    SubElement(_author(root), "name").text = "Scuffle"
    SubElement(root, "link", rel="self", href=address)
    SubElement(root, "link", href=page)
    for item in items:
        entry = SubElement(root, "entry")
        _add(entry, "title", item.title)
        _add(entry, "id", f"{page}#{item.id}")
        _add(entry, "updated", iso(item.at))
        SubElement(entry, "link", href=item.link)
        if item.html:
            _add(entry, "content", item.html, type="html")
    return Response(tostring(root, "utf-8", xml_declaration=True), mimetype="application/atom+xml")


def _author(root: Element) -> Element:
    return SubElement(root, "author")


def _add(parent: Element, tag: str, text: str, **attributes: str) -> None:
    SubElement(parent, tag, attributes).text = _UNSPEAKABLE.sub("\N{REPLACEMENT CHARACTER}", text)
