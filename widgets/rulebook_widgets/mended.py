"""Scripts of the app that lose boards, mended as they are served.

The widget manager looks for a board's model for two seconds and then gives the board up for good. A page that makes
many boards is busy for longer at a stretch: the time is over before it looks again, although the model has come. A
last look finds it.

A page that has lost its line tries seven times to get it back, after pauses that grow at random up to a minute: after
a minute without a net it has often given up. It tries often instead, and for long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

MANAGER = "@jupyter-widgets/jupyterlab-manager/static"
_GIVES_UP = re.compile(
    r"(async get_model\((\w+)\)\{let (\w+)=this\._models\[\2\];[^}]*?for\(.{0,200}?)"
    r'(throw (?:new )?Error\("widget model not found"\))',
    re.DOTALL,
)
_TRIES = re.compile(r"(?<=this\._reconnectLimit=)7\b")
_PAUSE = re.compile(r"\w+\.\w+\(0,1e3\*\(Math\.pow\(2,this\._reconnectAttempt\)-1\)\)")
TRIES, LONGEST_PAUSE = 600, 2000
"""How often a page tries to get its line back, and the longest pause between two tries, in milliseconds."""


def mend(script: str) -> str:
    """Return the script with a last look for the model before the board is given up."""
    return _GIVES_UP.sub(r"\1if(void 0!==(\3=this._models[\2]))return \3;\4", script)


def mended_scripts(folders: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the path and the mended text of each script that needs it; `folders` are searched as the app does."""
    found = next((place for folder in folders if (place := Path(folder, MANAGER)).is_dir()), None)
    for path in sorted(found.glob("*.js")) if found else ():
        script = path.read_text("utf-8")
        if (mended := mend(script)) != script:
            yield f"{MANAGER}/{path.name}", mended


def persist(script: str) -> str:
    """Return the script with more tries to get the line back, and short pauses between them."""
    return _PAUSE.sub(rf"Math.min({LONGEST_PAUSE},\g<0>)", _TRIES.sub(str(TRIES), script))


def persistent_scripts(folders: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the mended text of each script that keeps a line to a kernel; `folders` are the app's own."""
    for path in sorted(path for folder in folders for path in Path(folder).glob("*.js")):
        script = path.read_text("utf-8")
        if (mended := persist(script)) != script:
            yield path.name, mended
