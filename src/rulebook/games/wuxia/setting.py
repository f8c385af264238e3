"""What can be put where when a battle of Wu-xia is set up by hand.

Fighters that are neither on the stage nor lost are in reserve; cards that lie nowhere are in the deck, or discarded.
Without dice a turn begins; with them they have been rolled, and a zone is to be chosen.
"""

from __future__ import annotations

from dataclasses import replace

from rulebook.game import NotationError, Objection, Place
from rulebook.games.wuxia.cards import FACES, NO_CARD, STAGE, START, SUMMON
from rulebook.games.wuxia.engine import Wuxia
from rulebook.games.wuxia.notation import read
from rulebook.games.wuxia.results import NEEDED, NO_FLAGS, guards
from rulebook.games.wuxia.state import FREE, NOBODY, ROUND, SQUARE, TURNED, Stage, State
from rulebook.setting import Arrangement, Limit, Scale, Spot, Table, Thing
from rulebook.words import _

TOKENS = {"round": ROUND, "turned": TURNED}
DICE = "dice"
FACES_OF = {f"die {face}": face for face in range(1, FACES + 1)}


class WuxiaTable(Table):
    """The stage, the hands and the levels of one battle."""

    def __init__(self, game: Wuxia) -> None:
        self.game = game
        self.start = game.initial_state()
        self.squares = tuple(cell for cell, there in enumerate(self.start.cells) if there == SQUARE)
        self.stones = sum(there == ROUND for there in self.start.cells)
        self.cards = {card.name: at for at, card in enumerate(game.cards.cards) if at != SUMMON}
        self.fighters = {seat: at + 1 for at, seat in enumerate(game.seats)}
        self.flags = {f"flag {seat}": at for at, seat in enumerate(game.seats)}
        fighter, flag = _("a fighter of {seat}"), _("a flag of {seat}")
        tokens = (Thing("round", _("Tokens"), _("a round token")),
                  Thing("turned", _("Tokens"), _("a round token turned over")))  # fmt: skip
        self.things = (
            *(Thing(seat, _("Fighters"), fighter.format(seat=seat)) for seat in game.seats),
            *(tokens if self.stones else ()),
            *(Thing(key, _("Flags"), flag.format(seat=key[5:])) for key in self.flags),
            *(Thing(key, _("Dice"), _("a die that shows {face}").format(face=face)) for key, face in FACES_OF.items()),
            *(Thing(name, _("Quan cards")) for name in self.cards),
        )
        hand, pool = _("{seat}'s hand"), _("{seat}'s place in the pool")
        self.spots = (
            *(Spot(cell, "WX1.6", _("Stage")) for cell in STAGE.names),
            *(Spot(seat, "WX2.1", _("Players"), hand.format(seat=seat)) for seat in game.seats),
            *(Spot(f"pool {seat}", "WX3.1", _("Players"), pool.format(seat=seat)) for seat in game.seats),
            Spot(DICE, "WX3.2", _("Dice"), _("the dice rolled")),
        )
        self.scales = tuple(
            Scale(f"{name} {seat}", rule, 0, most)
            for seat in game.seats
            for name, rule, most in (
                ("chi", "WX1.4", START.most_chi), ("dan", "WX1.4", START.dan), ("lost", "WX1.3", START.fighters),
            )
        )  # fmt: skip
        self.limits = tuple(self._limits())

    def _limits(self) -> list[Limit]:
        """Return the limits in the order in which a player would raise them."""
        game = self.game
        fighters, flags, cards, dice = map(frozenset, (self.fighters, self.flags, self.cards, FACES_OF))
        tokens = frozenset(TOKENS if self.stones else ())
        cells, hands = frozenset(STAGE.names), frozenset(game.seats)
        pools, rolled = frozenset(f"pool {seat}" for seat in game.seats), frozenset({DICE})
        pieces = fighters | tokens
        taken = frozenset(STAGE.names[cell] for cell in self.squares)
        found = [
            Limit("WX1.6", pieces | flags, hands | pools | rolled, 0, _("Fighters, tokens and flags stand on cells."),
                  _("Put it on a cell of the stage.")),
            Limit("WX3.1", cards, cells | rolled, 0, _("Cards lie in hands and in the pool."),
                  _("Put it in a hand or in the pool.")),
            Limit("WX3.2", dice, cells | hands | pools, 0, _("Dice lie beside the stage."),
                  _("Put it with the dice rolled.")),
            Limit("WX1.6", pieces, taken, 0, _("On {place} lies a square token; nothing enters its cell."),
                  _("Choose another cell.")),
        ]  # fmt: skip
        for cell in STAGE.names:
            said = _("On {place} stands {there} already; a cell has one fighter or token.")
            found.append(Limit("WX1.6", pieces, frozenset({cell}), 1, said, _("Choose another cell.")))
            said = _("On {place} stands a flag already; a cell has one.")
            found.append(Limit("WX4.7", flags, frozenset({cell}), 1, said, _("Choose another cell.")))
        for seat in self.fighters:
            said = _("All fighters of this colour that are not lost stand on the stage: {most}.")
            found.append(
                Limit("WX1.3", frozenset({seat}), cells, START.fighters, said, _("Take one first, or set fewer lost."))
            )
        said = _("This scenario has {most} round tokens, and all of them lie there.")
        found.append(Limit("WX1.5", tokens, cells, self.stones, said, _("Take one first.")))
        for name in self.cards:
            said = _("{thing} lies somewhere already; there is one such card.")
            found.append(Limit("WX1.7", frozenset({name}), hands | pools, 1, said, _("Take it from there first.")))
        for seat in game.seats:
            said = _("{place} has a card already; each player has one in the pool at most.")
            found.append(Limit("WX3.1", cards, frozenset({f"pool {seat}"}), 1, said, _("Take it first.")))
            said = _("A player is dealt {most} cards; as many lie in hand and pool.")
            own = frozenset({seat, f"pool {seat}"})
            found.append(Limit("WX2.1", cards, own, game.hand_size, said, _("Take a card first.")))
        said = _("There are {most} dice: two, and one more for each Dan level that has been spent.")
        found.append(Limit("WX3.2", dice, rolled, 2 + START.dan, said, _("Take a die first.")))
        return found

    def bare(self) -> Arrangement:
        """Return the stage without pieces, levels as at the start."""
        levels = {"chi": self.start.chi, "dan": self.start.dan, "lost": self.start.lost}
        shown = [
            (f"{name} {seat}", values[at]) for at, seat in enumerate(self.game.seats) for name, values in levels.items()
        ]
        return Arrangement((), tuple(shown))

    def read(self, state: State) -> Arrangement:
        """Return how a state is set up: the beginning of a turn, or the moment after the dice."""
        if state.stage not in (Stage.POOL, Stage.ZONE) or state.added:
            raise NotationError(
                _("set up is the beginning of a turn, or the choice of a zone before cards are added (WX3.1, WX3.4)")
            )
        if tuple(cell for cell, there in enumerate(state.cells) if there == SQUARE) != self.squares:
            raise NotationError(_("square tokens lie where the scenario puts them (WX1.5)"))
        names = {number: name for name, number in (self.fighters | TOKENS).items()}
        lying = [(STAGE.names[cell], names[there]) for cell, there in enumerate(state.cells) if there in names]
        seats = self.game.seats
        lying += [(STAGE.names[cell], f"flag {seats[seat]}") for cell, seat in enumerate(state.flags) if seat != NOBODY]
        called = {number: name for name, number in self.cards.items()}
        lying += [(seats[seat], called[card]) for seat, hand in enumerate(state.hands) for card in hand]
        lying += [(f"pool {seats[seat]}", called[card]) for seat, card in enumerate(state.pool) if card != NO_CARD]
        lying += [(DICE, f"die {face}") for face in state.dice]
        shown = self.bare().scales
        for name, values in (("chi", state.chi), ("dan", state.dan), ("lost", state.lost)):
            for at, seat in enumerate(seats):
                shown = Arrangement((), shown).show(f"{name} {seat}", values[at]).scales
        return Arrangement(tuple(lying), shown, state.turn)

    def make(self, arrangement: Arrangement) -> State:
        """Return the state that an arrangement is."""
        seats = self.game.seats
        cells = [SQUARE if cell in self.squares else FREE for cell in range(STAGE.size)]
        flags = list(NO_FLAGS)
        for place, thing in arrangement.lying:
            if thing in self.flags:
                flags[STAGE.names.index(place)] = self.flags[thing]
            elif thing in self.fighters or thing in TOKENS:
                cells[STAGE.names.index(place)] = (self.fighters | TOKENS)[thing]
        hands = tuple(tuple(sorted(self.cards[name] for name in arrangement.at(seat))) for seat in seats)
        pool = tuple(next((self.cards[name] for name in arrangement.at(f"pool {seat}")), NO_CARD) for seat in seats)
        dice = tuple(sorted(FACES_OF[die] for die in arrangement.at(DICE)))
        lost = self._levels(arrangement, "lost")
        held = {*pool, *(card for hand in hands for card in hand)}
        rest = [card for card in self.cards.values() if card not in held]
        undealt = len(self.cards) - len(seats) * self.game.hand_size
        stones = self.stones - sum(cells.count(thing) for thing in TOKENS.values())
        return self.start._replace(
            stage=Stage.ZONE if dice else Stage.POOL,
            player=arrangement.turn,
            turn=arrangement.turn,
            cells=tuple(cells),
            flags=tuple(flags),
            reserve=tuple(START.fighters - lost[seat] - cells.count(seat + 1) for seat in range(len(seats))),
            lost=lost,
            chi=self._levels(arrangement, "chi"),
            dan=self._levels(arrangement, "dan"),
            hands=hands,
            deck=tuple(rest[:undealt]),
            pool=pool,
            taken=(stones, *self.start.taken[1:]),
            discards=tuple(rest[undealt:]),
            dice=dice,
        )

    def _levels(self, arrangement: Arrangement, name: str) -> tuple[int, ...]:
        return tuple(arrangement.scale(f"{name} {seat}") for seat in self.game.seats)

    def raw(self, text: str) -> State:
        """Return the state of a text."""
        return read(self.game, text)

    def bound(self, arrangement: Arrangement, limit: Limit) -> int:
        """Return how many things a limit allows: lost fighters are not on the stage."""
        if limit.rule == "WX1.3":
            (seat,) = limit.things
            return limit.most - arrangement.scale(f"lost {seat}")
        return limit.most

    def ends(self, arrangement: Arrangement, scale: Scale) -> tuple[int, int]:
        """Return the least and the most that a scale can show: who is on the stage is not lost."""
        name, _space, seat = scale.name.partition(" ")
        return scale.least, scale.most - (len(arrangement.find(seat)) if name == "lost" else 0)

    def odd(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        """Return why a flag cannot stand on a cell: too few fighters beside it."""
        if thing not in self.flags or self._guarded(arrangement, thing, place):
            return None
        said = _("Two fighters of {seat} must stand beside {place} for its flag.")
        facts = (("seat", thing[5:]), ("place", place))
        return Objection("WX4.6", said, facts, (place,), _("Put fighters beside the cell first."))

    def _guarded(self, arrangement: Arrangement, flag: str, place: Place) -> bool:
        lying = {where: what for where, what in arrangement.lying if what in self.fighters}
        cells = tuple(self.fighters.get(lying.get(cell, ""), FREE) for cell in STAGE.names)
        return guards(cells, STAGE.names.index(place), self.flags[flag]) >= NEEDED

    def settle(self, before: Arrangement, after: Arrangement) -> Arrangement:
        """Return an arrangement in which flags without enough fighters beside them have come off (WX4.7)."""
        kept = (
            (place, thing)
            for place, thing in after.lying
            if thing not in self.flags or self._guarded(after, thing, place)
        )
        return replace(after, lying=tuple(kept))

    def flaw(self, state: State) -> Objection | None:
        """Return what is missing: two players with fighters, Chi, dice, and a turn of somebody who is in."""
        seats, turn = self.game.seats, state.turn
        left = [seat for seat, lost in enumerate(state.lost) if lost < START.fighters]
        if len(left) < 2:
            said = _("Two players at least have fighters left; else the battle is over.")
            return Objection("WX5.1", said, (), (seats[0],), _("Set fewer fighters lost."))
        if turn not in left:
            said = _("{seat} has lost all fighters, so it cannot be {seat}'s turn.")
            return Objection("WX5.2", said, (("seat", seats[turn]),), (seats[turn],), _("Choose whose turn it is."))
        for seat, chi in enumerate(state.chi):
            facts = (("seat", seats[seat]),)
            if seat in left and not chi:
                said = _("{seat} has no Chi; who is exhausted gets some back before the next turn.")
                return Objection("WX3.12", said, facts, (seats[seat],), _("Set more Chi."))
            if seat not in left and state.hands[seat]:
                said = _("{seat} is out, so the hand has been set aside.")
                return Objection("WX5.2", said, facts, (seats[seat],), _("Take these cards."))
        if len(state.dice) == 1:
            said = _("Two dice at least are rolled; there lies one.")
            return Objection("WX3.2", said, (), (DICE,), _("Put another die, or take this one."))
        spent = START.dan - state.dan[turn]
        if len(state.dice) > 2 + spent:
            said = _("{count} dice need {more} Dan spent, but {seat} has spent {spent}.")
            facts_of_dice = (("count", len(state.dice)), ("more", len(state.dice) - 2), ("spent", spent),
                             ("seat", seats[turn]))  # fmt: skip
            return Objection("WX3.2", said, facts_of_dice, (DICE,), _("Take dice, or set less Dan."))
        return None


def table(game: Wuxia) -> WuxiaTable:
    """Return what can be put where in a battle of Wu-xia."""
    return WuxiaTable(game)
