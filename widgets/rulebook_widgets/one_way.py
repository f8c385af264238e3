"""What widgets have in common whose traits only this side sets: the page asks by messages."""

from __future__ import annotations

from typing import Any

import anywidget


class Unset:
    """What keeps a widget's traits from being set by a page; it stands before the widget's own class."""

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Ignore what a page says of the traits: all of them are this side's to set."""


class OneWay(Unset, anywidget.AnyWidget):
    """A widget that shows its traits and hears messages, and takes no trait from a page."""

    def _live(self, **kwargs: Any) -> dict[str, Any]:
        """Return what a live page shows, as a mimebundle to which still pictures and words can be added."""
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        return bundle[0] if isinstance(bundle, tuple) else bundle
