"""The small widget beside each canvas: it guards the canvas, and shows task, refusal, controls and log.

Its scripts are one module to the page: `guard.js` for keys, scrolling, touch and the heartbeat, `make.js` for elements,
`replay.js` for the bar of a replay, `coach.js` for the coach, `panel.js` for all else that is read and pressed. Data
goes down as the traits `setup` and `view`; what a reader does comes up as messages.
"""

from __future__ import annotations

from importlib.resources import files

import traitlets

from rulebook_widgets.one_way import OneWay

_HERE = files(__package__)


def _script() -> str:
    guard = _HERE.joinpath("guard.js").read_text("utf-8").replace("export function guard", "function guard")
    others = (_HERE.joinpath(name).read_text("utf-8") for name in ("make.js", "replay.js", "coach.js", "panel.js"))
    return "\n".join((guard, *others))


class Panel(OneWay):
    """The controls of one board; `mark` is the class of its canvas."""

    _esm = _script()
    _css = _HERE.joinpath("panel.css").read_text("utf-8")

    mark = traitlets.Unicode().tag(sync=True)
    setup = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)
    chapters = traitlets.Dict().tag(sync=True)
    """Rule number -> the notebook it stands in."""
