"""What can be put where when a position of Gong is set up by hand.

Cards go to hands, and in Link and Fight to the row; in Family whole galaxies go to those who laid them down. A card
that lies nowhere is in the deck.
"""

from __future__ import annotations

from itertools import pairwise

from rulebook.game import NotationError, Objection, Place
from rulebook.games.gong import wording
from rulebook.games.gong.cards import FITS, GALAXIES, GALAXY, JOKER, JOKERS, NAMES, RUNS, SIZE
from rulebook.games.gong.engine import Gong
from rulebook.games.gong.notation import read
from rulebook.games.gong.state import Duty, Stage, State
from rulebook.setting import Arrangement, Limit, Spot, Table, Thing
from rulebook.words import _

NUMBERS = {name: number for number, name in enumerate(NAMES)}
FAMILIES = {f"galaxy {name}": number for number, name in enumerate(GALAXIES)}
ROW, SPENT = "row", "spent"


class GongTable(Table):
    """The hands, the row and the families of one game of Gong."""

    def __init__(self, game: Gong) -> None:
        self.game = game
        self.family = game.variant == "family"
        self.cards = tuple(name for name, number in NUMBERS.items() if game.jokers or number != JOKER)
        things = [Thing(name, GALAXIES[GALAXY[NUMBERS[name]]] if name != NAMES[JOKER] else _("Jokers"))
                  for name in self.cards]  # fmt: skip
        held = _("{seat}'s hand")
        spots = [Spot(seat, "GO2.2", _("Players"), held.format(seat=seat)) for seat in game.seats]
        if self.family:
            said = _("{galaxy}, whole")
            things += [Thing(key, _("Galaxies"), said.format(galaxy=GALAXIES[at])) for key, at in FAMILIES.items()]
        else:
            spots.append(Spot(ROW, "GO4.1" if game.linked else "GO2.4", _("Table"),
                              _("the row") if game.linked else _("the discards")))  # fmt: skip
        if game.jokers and (game.linked or self.family):
            gone = _("the jokers that have left the game") if self.family else _("the jokers played")
            spots.append(Spot(SPENT, "GO3.4", _("Table"), gone))
        self.things, self.spots = tuple(things), tuple(spots)
        self.limits = tuple(self._limits())

    def _limits(self) -> list[Limit]:
        """Return the limits in the order in which a player would raise them."""
        every = frozenset(spot.place for spot in self.spots)
        cards, joker = frozenset(self.cards), frozenset({NAMES[JOKER]})
        found = []
        if self.game.linked:
            said = _("A joker links to nothing, so it lies in no row.")
            found.append(Limit("GO3.5", joker, frozenset({ROW}), 0, said, _("Put it with the jokers played.")))
        if SPENT in every:
            said = _("There lie jokers only.")
            others = (cards | frozenset(FAMILIES)) - joker
            found.append(Limit("GO3.4", others, frozenset({SPENT}), 0, said, _("Put it in a hand.")))
        for name in self.cards:
            most = JOKERS if name == NAMES[JOKER] else 1
            said = _("{thing} lies somewhere already; there is one of each card, and two jokers.")
            found.append(Limit("GO1.3", frozenset({name}), every, most, said, _("Take it from there first.")))
        for key, galaxy in FAMILIES.items() if self.family else ():
            said = _("{thing} lies before a player already.")
            found.append(Limit("GO5.6", frozenset({key}), every, 1, said, _("Take it from there first.")))
            own = frozenset(NAMES[card] for card in RUNS[galaxy])
            for seat in self.game.seats:
                said = _("With {thing} in {place} the galaxy would be complete, and laid down at once.")
                instead = _("Lay the whole galaxy before a player instead.")
                found.append(Limit("GO5.6", own, frozenset({seat}), SIZE - 1, said, instead))
        return found

    def bare(self) -> Arrangement:
        """Return the table with all cards in the deck."""
        return Arrangement()

    def read(self, state: State) -> Arrangement:
        """Return how a state is set up; only the beginning of a turn can be."""
        if state.stage is not Stage.TURN:
            raise NotationError(
                _("set up is the beginning of a turn, not a deal, a question or a mission ({rule})").format(
                    rule=self.game.turn_rule
                )
            )
        seats = self.game.seats
        lying = [(seats[seat], f"galaxy {GALAXIES[galaxy]}") for galaxy, seat in state.families]
        lying += [(seats[seat], NAMES[card]) for seat, hand in enumerate(state.hands) for card in hand]
        lying += [(ROW, NAMES[card]) for card in state.row]
        gone = JOKERS - sum(cards.count(JOKER) for cards in (state.deck, *state.hands)) if self.family else state.spent
        lying += [(SPENT, NAMES[JOKER])] * (gone if self.game.jokers else 0)
        return Arrangement(tuple(lying), turn=state.turn)

    def make(self, arrangement: Arrangement) -> State:
        """Return the state that an arrangement is; who has a single card has said Gong."""
        game, lying = self.game, {spot.place: arrangement.at(spot.place) for spot in self.spots}
        hands = tuple(tuple(sorted(NUMBERS[name] for name in lying[seat] if name in NUMBERS)) for seat in game.seats)
        row = tuple(NUMBERS[name] for name in lying.get(ROW, ()))
        spent = len(lying.get(SPENT, ()))
        families = tuple(
            (FAMILIES[thing], game.seats.index(place)) for place, thing in arrangement.lying if thing in FAMILIES
        )
        away = [*row, *[JOKER] * spent, *(card for hand in hands for card in hand)]
        away += [card for galaxy, _seat in families for card in RUNS[galaxy]]
        start = game.initial_state()
        deck = list(start.deck)
        for card in away:
            deck.remove(card)
        duty = tuple(Duty.DONE if len(hand) == 1 else Duty.NONE for hand in hands) if game.linked else start.duty
        return start._replace(
            stage=Stage.TURN, player=arrangement.turn, turn=arrangement.turn, hands=hands, deck=tuple(deck), row=row,
            spent=spent if game.linked else 0, duty=duty, families=families,
        )  # fmt: skip

    def raw(self, text: str) -> State:
        """Return the state of a text."""
        return read(self.game, text)

    def odd(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        """Return why a card does not link to the row, or why a galaxy cannot be both whole and in hands."""
        if place == ROW and self.game.linked:
            row = arrangement.at(ROW)
            if not row or NUMBERS[thing] in FITS[NUMBERS[row[-1]]]:
                return None
            said = _("{card} has neither the number nor the galaxy of {top}, the top card of the row.")
            facts = (("card", thing), ("top", row[-1]))
            return Objection("GO4.2", said, facts, (ROW,), _("Put a card there that links to it."))
        return self._family_odd(arrangement, thing, place) if self.family else None

    def _family_odd(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        if thing in FAMILIES:
            own = {NAMES[card] for card in RUNS[FAMILIES[thing]]}
            in_hands = [where for where, what in arrangement.lying if what in own]
            if in_hands:
                said = _("Cards of this galaxy are in hands, so it is not whole.")
                return Objection("GO5.6", said, (), tuple(dict.fromkeys(in_hands)), _("Take them from the hands."))
        elif NUMBERS[thing] != JOKER and arrangement.find(f"galaxy {GALAXIES[GALAXY[NUMBERS[thing]]]}"):
            said = _("{thing} lies on the table with its whole galaxy.")
            return Objection("GO5.6", said, (("thing", thing),), (place,), _("Take the whole galaxy away first."))
        return None

    def stays(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        """Return why a card cannot be taken out of the row: those above and below it do not link."""
        if place != ROW or not self.game.linked:
            return None
        row = arrangement.take(thing, place).at(ROW)
        for below, above in pairwise(row):
            if NUMBERS[above] not in FITS[NUMBERS[below]]:
                said = _("Without {card}, {above} would lie on {below} and not link to it.")
                facts = (("card", thing), ("above", above), ("below", below))
                return Objection("GO4.2", said, facts, (ROW,), _("Take the cards above it first."))
        return None

    def flaw(self, state: State) -> Objection | None:
        """Return what is missing for a turn to begin: cards in hands, or a start of the row."""
        seats, turn = self.game.seats, state.turn
        facts = (("seat", seats[turn]),)
        if self.game.goes_out:
            for seat, hand in enumerate(state.hands):
                if not hand:
                    said = _("{seat} has no cards; so the game would be over, and won by {seat}.")
                    rule = wording.WINS[self.game.variant]
                    return Objection(
                        rule, said, (("seat", seats[seat]),), (seats[seat],), _("Put a card in this hand.")
                    )
        if self.game.linked and not state.row and any(card != JOKER for card in state.deck):
            said = _("The row has no start card, though there is one in the deck.")
            return Objection("GO4.1", said, (), (ROW,), _("Put a card in the row."))
        if self.family and len(state.families) == len(GALAXIES):
            said = _("All nine galaxies lie on the table: the game is over.")
            return Objection("GO5.7", said, (), (seats[0],), _("Take a galaxy away."))
        if self.family and state.deck and self.read(state).at(SPENT):
            said = _("A joker leaves the game only when the deck is empty; here it is not.")
            return Objection("GO3.4", said, (), (SPENT,), _("Take the joker back."))
        if self.family and state.deck and not state.hands[turn]:
            said = _("{seat} has no card and draws one before the turn begins.")
            return Objection("GO5.9", said, facts, (seats[turn],), _("Put a card in this hand."))
        return None


def table(game: Gong) -> GongTable:
    """Return what can be put where in a game of Gong."""
    return GongTable(game)
