"""A script of the app that loses boards on a slow machine, mended as it is served.

The widget manager looks for a board's model for two seconds and then gives the board up for good. A page that makes
many boards is busy for longer at a stretch: the time is over before it looks again, although the model has come. A
last look finds it.
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
