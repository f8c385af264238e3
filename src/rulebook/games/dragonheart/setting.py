"""What can be put where when a position of Dragonheart is set up by hand.

Cards that lie nowhere are in the decks, save the ships that have sailed; how many are North's is a scale.
"""

from __future__ import annotations

from collections import Counter

from rulebook.game import NotationError, Objection
from rulebook.games.dragonheart.actions import SEATS
from rulebook.games.dragonheart.cards import CARDS, DECK, FRAMES, KIND, PLURALS, Kind
from rulebook.games.dragonheart.engine import HAND, SETS, Dragonheart
from rulebook.games.dragonheart.notation import read
from rulebook.games.dragonheart.state import ON_BOARD, Stage, State
from rulebook.setting import Arrangement, Limit, Scale, Spot, Table, Thing
from rulebook.words import _

GREAT = "Great Dragon"
HOLD = "hold"
PILES = tuple(f"won {seat}" for seat in SEATS)
DECK_SCALE, SAILED = f"deck {SEATS[0]}", "sets sailed"
NUMBERS = {card.name: number for number, card in enumerate(CARDS)}
SHIP = Kind.SHIP.label
SAILORS = {Kind.KNIGHT: "DH5.6", Kind.HUNTRESS: "DH5.2"}
"""The kinds that wait in the hold, each a whole place of them at a time, with the rule."""
BY_PLACES = SAILORS | {Kind.DWARF: "DH5.1"}
"""The kinds that are won a whole place at a time."""


class DragonheartTable(Table):
    """The board, the hands, the victory piles and the decks."""

    binding = frozenset({GREAT})

    def __init__(self, game: Dragonheart) -> None:
        self.game = game
        cards = (Thing(name, PLURALS[KIND[number]].capitalize()) for name, number in NUMBERS.items())
        self.things = (*cards, Thing(GREAT, _("Token"), _("the Great Dragon")))
        hand, pile = _("{seat}'s hand"), _("{seat}'s victory pile")
        self.spots = (
            *(
                Spot(kind.label, "DH4.3", _("Board"), _("the place of {kind}").format(kind=PLURALS[kind]))
                for kind in Kind
            ),
            Spot(HOLD, "DH2.1", _("Board"), _("the hold")),
            *(Spot(seat, "DH4.5", _("Players"), hand.format(seat=seat)) for seat in SEATS),
            *(Spot(pile_of, "DH4.4", _("Players"), pile.format(seat=pile_of[4:])) for pile_of in PILES),
        )
        self.scales = (Scale(DECK_SCALE, "DH1.2", 0, len(DECK)), Scale(SAILED, "DH5.9", 0, SETS - 1))
        self.limits = tuple(self._limits())

    def _limits(self) -> list[Limit]:
        """Return the limits in the order in which a player would raise them."""
        cards, great, hands, piles = map(frozenset, (NUMBERS, (GREAT,), SEATS, PILES))
        every = frozenset(spot.place for spot in self.spots)
        found = [
            Limit("DH1.4", great, every - hands, 0, _("The Great Dragon lies on the board's corner or with a player."),
                  _("Give it to a player, or leave it.")),
            Limit("DH1.4", great, hands, 1, _("There is one Great Dragon, and a player has it."), _("Take it first.")),
        ]  # fmt: skip
        for kind in Kind:
            own = frozenset(name for name, number in NUMBERS.items() if KIND[number] is kind)
            said = _("On {place} lie cards of that kind only.")
            found.append(Limit("DH4.1", cards - own, frozenset({kind.label}), 0, said, _("Put it on its own place.")))
            if FRAMES[kind]:
                said = _("A further one would fill {place}, and a full place empties itself.")
                rule = BY_PLACES.get(kind, "DH5.9")
                found.append(
                    Limit(rule, own, frozenset({kind.label}), FRAMES[kind] - 1, said, _("Leave one frame free."))
                )
        sailors = frozenset(name for name, number in NUMBERS.items() if KIND[number] in SAILORS)
        said = _("In the hold wait knights and huntresses only.")
        found.append(Limit("DH2.1", cards - sailors, frozenset({HOLD}), 0, said, _("Put it on its own place.")))
        said = _("Ships that have sailed leave the game; nobody wins them.")
        found.append(Limit("DH5.9", frozenset({SHIP}), piles, 0, said, _("Set how many sets have sailed.")))
        for seat in SEATS:
            said = _("{place} has {most} cards; it is filled up to five, to six with the Great Dragon.")
            found.append(Limit("DH4.5", cards, frozenset({seat}), HAND, said, _("Take a card first.")))
        for name, number in NUMBERS.items():
            said = _("All {most} cards {thing} of both decks lie there already.")
            most = 2 * DECK.count(number)
            found.append(Limit("DH1.2", frozenset({name}), every, most, said, _("Take one of them first.")))
        return found

    def bare(self) -> Arrangement:
        """Return the empty board with both decks whole."""
        return Arrangement((), ((DECK_SCALE, len(DECK)), (SAILED, 0)))

    def read(self, state: State) -> Arrangement:
        """Return how a state is set up; only the beginning of a turn can be."""
        if state.stage is not Stage.PLAY:
            raise NotationError(_("set up is the beginning of a turn, before a card is laid (DH4.1)"))
        if state.sailed >= SETS:
            raise NotationError(_("nine ships have sailed; set up is the beginning of a turn before that (DH7.3)"))
        named = [(SEATS[state.dragon], GREAT)] if state.dragon != ON_BOARD else []
        lying = [(kind.label, card) for kind in Kind for card in state.on(kind)]
        lying += [(HOLD, card) for card in state.hold]
        for seat, place in enumerate(SEATS):
            lying += [(place, card) for card in state.hands[seat]]
            lying += [(PILES[seat], card) for card in state.won[seat]]
        named += [(place, CARDS[card].name) for place, card in lying]
        return Arrangement(tuple(named), ((DECK_SCALE, len(state.decks[0])), (SAILED, state.sailed)), state.turn)

    def make(self, arrangement: Arrangement) -> State:
        """Return the state that an arrangement is."""
        lying = {spot.place: self._cards(arrangement, spot.place) for spot in self.spots}
        holder = arrangement.find(GREAT)
        decks = self._decks(arrangement)
        return State(
            Stage.PLAY,
            arrangement.turn,
            arrangement.turn,
            (lying[SEATS[0]], lying[SEATS[1]]),
            decks,
            tuple(lying[kind.label] for kind in Kind),
            lying[HOLD],
            (lying[PILES[0]], lying[PILES[1]]),
            SEATS.index(holder[0]) if holder else ON_BOARD,
            arrangement.scale(SAILED),
            final=not all(decks),
        )

    def raw(self, text: str) -> State:
        """Return the state of a text."""
        return read(self.game, text)

    def bound(self, arrangement: Arrangement, limit: Limit) -> int:
        """Return how many things a limit allows: a card more with the Great Dragon, fewer ships when some sailed."""
        if limit.rule == "DH4.5":
            return limit.most + int(arrangement.find(GREAT) == tuple(limit.spots))
        if limit.rule == "DH1.2" and SHIP in limit.things:
            return limit.most - int(FRAMES[Kind.SHIP]) * arrangement.scale(SAILED)
        return limit.most

    def ends(self, arrangement: Arrangement, scale: Scale) -> tuple[int, int]:
        """Return the least and the most that a scale can show: a deck has each card so often, ships sail by threes."""
        if scale.name == SAILED:
            ships = 2 * DECK.count(NUMBERS[SHIP]) - len(arrangement.find(SHIP))
            return 0, min(scale.most, ships // FRAMES[Kind.SHIP])
        rest = self._rest(arrangement)
        least = sum(max(0, count - DECK.count(card)) for card, count in rest.items())
        most = sum(min(count, DECK.count(card)) for card, count in rest.items())
        return least, most

    def settle(self, before: Arrangement, after: Arrangement) -> Arrangement:
        """Return the arrangement with the decks as they are when a card has come from them or gone back."""
        put, taken = Counter(after.lying) - Counter(before.lying), Counter(before.lying) - Counter(after.lying)
        own = after.scale(DECK_SCALE)
        rest = self._rest(after).total()
        for change, by in ((put, -1), (taken, 1)):
            for place, _thing in (pair for pair in change if pair[1] != GREAT):
                # A card of a hand is from its player's deck, any other from the fuller one.
                fuller = own > rest - own if by < 0 else own < rest - own
                own += by * (fuller if place not in SEATS else place == SEATS[0])
        least, most = self.ends(after, self.scales[0])
        return after.show(DECK_SCALE, min(max(own, least), most))

    def _rest(self, arrangement: Arrangement) -> Counter[int]:
        """Return the cards of both decks, by card."""
        whole = Counter({card: 2 * count for card, count in Counter(DECK).items()})
        whole[NUMBERS[SHIP]] -= FRAMES[Kind.SHIP] * arrangement.scale(SAILED)
        return whole - Counter(NUMBERS[thing] for _place, thing in arrangement.lying if thing != GREAT)

    def _decks(self, arrangement: Arrangement) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return both decks: each has no more of a card than a deck holds, and beside that the cards go by turns."""
        rest = self._rest(arrangement)
        own = Counter({card: max(0, count - DECK.count(card)) for card, count in rest.items()})
        while own.total() < arrangement.scale(DECK_SCALE):
            for card, count in rest.items():
                if own[card] < min(count, DECK.count(card)) and own.total() < arrangement.scale(DECK_SCALE):
                    own[card] += 1
        return tuple(sorted(own.elements())), tuple(sorted((rest - own).elements()))

    def _cards(self, arrangement: Arrangement, place: str) -> tuple[int, ...]:
        return tuple(sorted(NUMBERS[thing] for thing in arrangement.at(place) if thing != GREAT))

    def flaw(self, state: State) -> Objection | None:
        """Return what no game can come to: hands not filled up, parts of a place won, an idle Great Dragon."""
        return self._places_flaw(state) or self._players_flaw(state)

    def _places_flaw(self, state: State) -> Objection | None:
        """Return which kind of card has come to a pile, or to the hold, that comes a whole place at a time."""
        piles = {HOLD: state.hold, PILES[0]: state.won[0], PILES[1]: state.won[1]}
        for place, cards in piles.items():
            count = Counter(KIND[card] for card in cards)
            for kind, rule in BY_PLACES.items():
                facts = (("count", count[kind]), ("kind", PLURALS[kind]), ("frames", FRAMES[kind]))
                if count[kind] % FRAMES[kind]:
                    said = _("Of the {kind} lie there: {count}; they are collected {frames} at a time.")
                    return Objection(rule, said, facts, (place,), _("Put or take some."))
                if place != HOLD and kind in SAILORS and count[kind] and not state.sailed:
                    said = _("There are {kind} among what was won, but no ships have sailed with them.")
                    return Objection("DH5.9", said, facts, (place,), _("Set how many sets have sailed."))
        return None

    def _players_flaw(self, state: State) -> Objection | None:
        """Return what is wrong with hands, decks or the Great Dragon."""
        if state.dragon != ON_BOARD and all(KIND[card] is not Kind.PETRIFIED for card in state.won[state.dragon]):
            said = _("{seat} has the Great Dragon, but has not won a petrified dragon.")
            facts = (("seat", SEATS[state.dragon]),)
            return Objection("DH6.1", said, facts, (SEATS[state.dragon],), _("Put one in that victory pile."))
        for seat, hand in enumerate(state.hands):
            limit = self.game.limit(state, seat)
            if len(hand) > limit or (len(hand) < limit and state.decks[seat]):
                said = _("Cards in {seat}'s hand: {count}; when a turn begins it has {limit}, while the deck lasts.")
                facts_of_hand = (("seat", SEATS[seat]), ("count", len(hand)), ("limit", limit))
                return Objection("DH4.5", said, facts_of_hand, (SEATS[seat],), _("Put or take cards of this hand."))
        if state.final and (not any(state.decks) or not state.decks[state.turn] or not state.hands[state.turn]):
            said = _("A deck is used up: the other player, with a deck still, has the last turn.")
            return Objection("DH7.2", said, (), (SEATS[state.turn],), _("Choose whose turn it is, or set the decks."))
        return None


def table(game: Dragonheart) -> DragonheartTable:
    """Return what can be put where in a game of Dragonheart."""
    return DragonheartTable(game)
