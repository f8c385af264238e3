"""The battle calculator: the reader sets two battalions and sees the exact odds, at every moment of their battle."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from rulebook.game import NotationError
from rulebook.games.dictator import Dictator
from rulebook.games.dictator.cards import CARDS, KINDS, find
from rulebook.games.dictator.odds import Odds, meeting, odds
from rulebook.games.dictator.state import GUILD, State
from rulebook.link import Link, LinkError
from rulebook.playthrough import History, Playthrough
from rulebook.words import _
from rulebook_widgets.session import Fields, Refusal, Session, hears

Battalions = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of the attacker's and of the defender's cards; no defender is a Guild."""
NOBODY = ""


class CalculatorSession(Session):
    """Two battalions set by hand, their battle to play through, and the odds as it stands."""

    kind = "calculator"
    guards = False
    deaf = frozenset({"new", "player", "step", "back"})
    opens = frozenset({"calculator"})

    def __init__(self, game: Dictator, battalions: Battalions, energy: tuple[int, int] = (6, 6)) -> None:
        """Raises `NotationError` for cards or Energy that two battalions cannot have."""
        self.battalions = battalions
        self.energy = energy
        self._known: dict[tuple[State, bool], Odds] = {}
        super().__init__(_line(game, battalions, energy))

    def report(self) -> dict[str, Any]:
        """Return what stands beside the board, and the odds with the best use of all actions and with none."""
        names = [[*cards, *[NOBODY] * (3 - len(cards))] for cards in self.battalions]
        shown = {
            "cards": [[face.name, f"{face.name} {face.strength}"] for face in CARDS[:KINDS]],
            "battalions": names,
            "energy": self.energy,
            "odds": self._odds(),
        }
        return super().report() | {"calculator": shown}

    def _odds(self) -> list[dict[str, Any]]:
        """Return the two lines of odds, none once the battle is decided."""
        state = self.state
        if state.battle is None or state.battle.loser >= 0:
            return []
        lines = ((True, _("if both sides use every action at its best")), (False, _("by the dice alone, as it stands")))
        return [{"label": label, "shares": _shares(self._look(state, plays))} for plays, label in lines]

    def _look(self, state: State, plays: bool) -> Odds:
        if (state, plays) not in self._known:
            self._known[state, plays] = odds(self.game, state, plays)
        return self._known[state, plays]

    @hears("card", side=int, at=int, card=str)
    def _card(self, fields: Fields) -> None:
        """Put another card, or none, into a place of a battalion."""
        side, at = fields["side"], fields["at"]
        self._clear()
        if side not in (0, 1) or at not in (0, 1, 2):
            self.refusal = Refusal(_("There is no such place."), "DC2.3", _("A side has three places."))
            return
        cards = [*self.battalions[side], *[NOBODY] * (3 - len(self.battalions[side]))]
        cards[at] = fields["card"][:40]
        changed = tuple(card for card in cards if card)
        self._set((changed, self.battalions[1]) if side == 0 else (self.battalions[0], changed), self.energy)

    @hears("energy", side=int, energy=int)
    def _supply(self, fields: Fields) -> None:
        """Give a side another supply of Energy."""
        self._clear()
        energy = fields["energy"]
        self._set(self.battalions, (energy, self.energy[1]) if fields["side"] == 0 else (self.energy[0], energy))

    def _show_link(self, link: Link) -> None:
        """Show a battle of a link, if it is one that could be set here."""
        first = link.line.states[0]
        if link.kind == self.kind and isinstance(first, State):
            self.battalions, self.energy = self._set_in(first)
        super()._show_link(link)

    def _set_in(self, state: State) -> tuple[Battalions, tuple[int, int]]:
        """Return battalions and Energy that begin a battle; raises `LinkError` for what cannot be set here."""
        if state.battle and len(state.battalions) == len(state.energy) == 2:
            attacker, defender = (tuple(CARDS[card].name for card in one.cards) for one in state.battalions)
            battalions = (attacker, () if state.battle.defender == GUILD else defender)
            energy = (state.energy[0], state.energy[1])
            with suppress(NotationError):
                if _line(self.game, battalions, energy).state == state:
                    return battalions, energy
        raise LinkError(_("the battle"), _("it is none of two battalions that could be set here"))

    def _set(self, battalions: Battalions, energy: tuple[int, int]) -> None:
        try:
            line = _line(self.game, battalions, energy)
        except NotationError as error:
            self.refusal = Refusal(str(error)[:1].upper() + str(error)[1:] + ".", "DC2.3", _("Nothing has changed."))
            return
        self.battalions, self.energy = battalions, energy
        self.start = line
        self._settle(History(line))
        self.said = _("The battalions are set.")


def _line(game: Dictator, battalions: Battalions, energy: tuple[int, int]) -> Playthrough:
    attacker, defender = (tuple(map(find, cards)) for cards in battalions)
    return Playthrough(game, (meeting(game, attacker, defender, energy),))


def _shares(chances: Odds) -> list[dict[str, Any]]:
    """Return win, draw and lose as a word, a fraction and a percentage."""
    named = ((_("wins"), chances.win), (_("draw"), chances.draw), (_("loses"), chances.lose))
    return [
        {"word": word, "fraction": _fraction(share), "percent": round(float(share) * 100, 1)} for word, share in named
    ]


def _fraction(share: Fraction) -> str:
    """Return a fraction as dice players say it, in thirty-sixths where that is whole."""
    return f"{share * 36} of 36" if (share * 36).denominator == 1 else f"{share.numerator} of {share.denominator}"
