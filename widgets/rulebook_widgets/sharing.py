"""Sharing what a board shows: the address that opens it, and that address as a QR code.

The page says where it is; only the part of the address behind `#` is ours, and it never reaches a server.
"""

from __future__ import annotations

import re
from typing import Any

import segno
from segno.encoder import DataOverflowError

from rulebook.link import SIGNS, LinkError
from rulebook.words import _

LONGEST_PAGE = 500
"""How many characters the address of a page may have."""
PAGE = re.compile(r"https?://[A-Za-z0-9._~:/%\[\]-]+")
PLAY = "#play="
"""What opens the part of an address that names a board and holds a link: `#play=3.1AAJ…`."""
MARGIN = 4
"""How many modules around a QR code stay white."""


def offer(page: str, board: str, link: str) -> dict[str, Any]:
    """Return the address of a link as words and, with its size in modules, as the path of a QR code.

    Without a `page` the link alone is given. Raises `LinkError` for what is no address of a page.
    """
    if not page:
        return {"address": link, "code": None}
    if len(page) > LONGEST_PAGE or not PAGE.fullmatch(page):
        raise LinkError(_("the page"), _("its address cannot be shared"))
    address = f"{page}{PLAY}{board}.{link}"
    return {"address": address, "code": code(address)}


def code(address: str) -> dict[str, Any] | None:
    """Return the QR code of an address: its side in modules, and strokes of the dark ones; `None` if none holds it."""
    try:
        made = segno.make_qr(address, error="l")
    except DataOverflowError:
        return None
    strokes = [
        f"M{match.start() + MARGIN} {row + MARGIN}.5h{match.end() - match.start()}"
        for row, modules in enumerate(made.matrix)
        for match in re.finditer(rb"\x01+", modules)
    ]
    return {"side": len(made.matrix) + 2 * MARGIN, "path": "".join(strokes)}


def linked_in(text: str) -> str:
    """Return the link in what a reader pasted, an address or the link alone, without what a text has behind it."""
    behind = "".join({sign for sign in text if not SIGNS.fullmatch(sign)})
    return text.rstrip(behind).rpartition(".")[2].lstrip()
