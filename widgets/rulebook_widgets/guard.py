"""The small widget beside each canvas: it guards the canvas, and shows task, refusal, controls and log.

Its scripts are one module to the page: `guard.js` for keys, scrolling, touch and the heartbeat, `make.js` for elements,
`panel.js` for what is read and pressed, and one for each part that only some boards have (`PARTS`). The module is long
and a chapter has many boards, so it goes to the page once, as a model that all panels share. Data goes down as the
traits `setup` and `view`; what a reader does comes up as messages.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import traitlets
from ipywidgets import Widget, widget_serialization

from rulebook_widgets.one_way import OneWay

_HERE = files(__package__)
PARTS = ("replay", "coach", "setting", "practice", "classroom", "link", "present")
"""What only some boards have: the script of each, and its style sheet if it has one, go by its name."""


def _script() -> str:
    guard = _HERE.joinpath("guard.js").read_text("utf-8").replace("export function guard", "function guard")
    others = (_HERE.joinpath(f"{name}.js").read_text("utf-8") for name in ("make", *PARTS, "panel"))
    return "\n".join((guard, *others))


def _styles() -> str:
    sheets = (_HERE.joinpath(f"{name}.css") for name in ("panel", *PARTS))
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.is_file())


class Script(Widget):
    """The script and the styles that the panels of a kernel have in common."""

    code = traitlets.Unicode().tag(sync=True)
    style = traitlets.Unicode().tag(sync=True)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore what a page says of the traits."""


@cache
def _shared() -> Script:
    """Return the one script of this kernel."""
    return Script(code=_script(), style=_styles())


class Panel(OneWay):
    """The controls of one board; `mark` is the class of its canvas."""

    _esm = _HERE.joinpath("shared.js").read_text("utf-8")

    script = traitlets.Instance(Script).tag(sync=True, **widget_serialization)
    mark = traitlets.Unicode().tag(sync=True)
    setup = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    link = traitlets.Unicode().tag(sync=True)
    """The link to what the board shows, or `""`."""
    chapters = traitlets.Dict().tag(sync=True)
    """Rule number -> the notebook it stands in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(script=_shared(), **kwargs)
