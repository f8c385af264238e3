"""Sessions that can be shown to a class: a spotlight, what it falls on in words, and "what if" with the way back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulebook.playthrough import History
from rulebook.words import _
from rulebook_widgets.scene import View
from rulebook_widgets.session import Fields, Refusal, Session, hears
from rulebook_widgets.spotlight import focus

MOST_SAID = 4
"""How many places in the spotlight are said in words."""


class PresentedSession(Session):
    """A board that a teacher can present."""

    spot = False
    """Whether all of the board is dimmed but what is spoken of."""
    closer = False
    """Whether a part of the board is looked at closely: the page is told where what is spoken of lies."""
    kept: History | None = None
    """The line of play as it stood when a "what if" began; `None` while none is tried."""

    # Looking

    @property
    def supposing(self) -> bool:
        """Whether a "what if" is being tried."""
        return self.kept is not None

    @property
    def chooses(self) -> bool:
        """Whether a teacher can choose the dice and draws here."""
        return self.game.rolls and not self.guarded and "chance" not in self.deaf

    def view(self) -> View:
        """Return how the state is shown, in the spotlight if it is on."""
        return replace(super().view(), spot=self.spot)

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and what a presenter can do."""
        present = {
            "spot": self.spot,
            "focus": focus(self.picture, self.state, self.view()) if self.closer else None,
            "said": self._said_of_places(),
            "supposing": None if "suppose" in self.deaf else self.supposing,
            "chooses": self.chooses,
        }
        return super().report() | {"present": present}

    def _said_of_places(self) -> list[str]:
        """Return the place under the cursor in words, in the spotlight what it falls on: for eyes far from the board.

        Of a board that hides something only what the cursor comes upon is said.
        """
        view = self.view()
        if view.cursor:
            return [self.where(view.cursor)]
        if not self.spot or self.guarded:
            return []
        return list(dict.fromkeys(map(self.where, view.spoken)))[:MOST_SAID]

    # Hearing

    def _settle(self, history: History) -> None:
        self.kept = None
        super()._settle(history)

    @hears("spot", on=bool)
    def _set_spot(self, fields: Fields) -> None:
        """Dim all but what is spoken of, or show all alike."""
        self.spot = fields["on"]
        self.said = _("The spotlight is on.") if self.spot else _("The spotlight is off.")

    @hears("closer", on=bool)
    def _look_closely(self, fields: Fields) -> None:
        """Tell from now on where what is spoken of lies, or no more."""
        self.closer = fields["on"]

    @hears("suppose")
    def _suppose(self, _fields: Fields) -> None:
        """Keep the line as it stands, and try from here what would be if."""
        self._clear()
        if self.supposing:
            self.refusal = Refusal(_("You are trying something already."), advice=_("Go back first."))
            return
        self.peeked, self.kept = None, self.history
        self.said = _("What if? Play on; Back returns to this place.")

    @hears("resume")
    def _resume(self, _fields: Fields) -> None:
        """Return to the line and the place at which "what if" began."""
        self._clear()
        if self.kept is None:
            self.refusal = Refusal(_("Nothing is being tried."), advice=_("Nothing has changed."))
            return
        self.history, self.kept = self.kept, None
        self.cursor, self.counted, self.peeked, self.eyes, self.told = "", 0, None, None, ()
        self.said = _("Back at ply {ply}.").format(ply=self.history.ply)
