"""What can be put where when a position of Hong is set up by hand."""

from __future__ import annotations

from rulebook.game import NotationError, Objection
from rulebook.games.hong.actions import EMPTY, EW, NS, OFF, STONE, Dragon, way_words
from rulebook.games.hong.engine import Hong
from rulebook.games.hong.state import EMPEROR, MASTER, SIZES, State, from_text
from rulebook.setting import Arrangement, Limit, Spot, Table, Thing
from rulebook.words import _

TILES = {"-": EW, "|": NS}
CONTENTS = {"stone": STONE, **TILES}
DRAGONS = {f"dragon {dragon}": dragon for dragon in Dragon}
MAKERS = (Dragon.PETRIFY, Dragon.STONE)
"""The Great Dragons that make a stone more (HO6.14, HO6.16)."""
LAIR = tuple(f"lair {size}" for size in SIZES)


class HongTable(Table):
    """The spaces, the supply and the lair of one game of Hong. Whose turn it is follows from what lies there."""

    binding = frozenset(f"dragon {dragon}" for dragon in MAKERS)

    def __init__(self, game: Hong) -> None:
        self.game = game
        pieces = [
            Thing("-", _("Tiles"), _("a dragon tile (body {way})").format(way=way_words(EW))),
            Thing("|", _("Tiles"), _("a dragon tile (body {way})").format(way=way_words(NS))),
            Thing("stone", _("Tiles"), _("a stone")),
        ]
        squares = [Spot(str(square), "HO3.4", _("Spaces")) for square in game.mask.squares]
        lair: list[Spot] = []
        if game.lair:
            pieces += [Thing(key, _("Great Dragons"), dragon.label) for key, dragon in DRAGONS.items()]
            said = _("the lair's space of size {size}")
            lair = [Spot(place, "HO6.2", _("Lair"), said.format(size=place[5:])) for place in LAIR]
        self.things, self.spots = tuple(pieces), (*squares, *lair)
        self.limits = tuple(self._limits())

    def _limits(self) -> list[Limit]:
        """Return the limits in the order in which a player would raise them."""
        spaces = frozenset(map(str, self.game.mask.spaces))
        squares = frozenset(map(str, self.game.mask.squares))
        tiles, dragons, lair = frozenset(CONTENTS), frozenset(DRAGONS), frozenset(LAIR if self.game.lair else ())
        every = tiles | dragons
        another = _("Put it on another space, or take away what lies there.")
        found = [
            Limit("HO3.3", every, squares - spaces, 0, _("{place} is no space of the board in play."),
                  _("Choose a space of the board.")),
            Limit("HO6.2", dragons, spaces, 0, _("A Great Dragon lies in the lair, not on the board."),
                  _("Put it on a space of the lair.")),
            Limit("HO6.2", tiles, lair, 0, _("In the lair lie the Great Dragons only."),
                  _("Put it on a space of the board.")),
        ]  # fmt: skip
        # The board in play is read top down, so that limits and places have one order in every process.
        for place in map(str, self.game.mask.spaces):
            said = _("On {place} lies {there} already; a space holds one tile.")
            found.append(Limit("HO3.4", tiles, frozenset({place}), 1, said, another))
        for place in LAIR if self.game.lair else ():
            said = _("On {place} lies {there} already; each size has one Great Dragon.")
            found.append(Limit("HO6.2", dragons, frozenset({place}), 1, said, another))
        for key in DRAGONS if self.game.lair else ():
            said = _("{thing} lies in the lair already; the seven Great Dragons are all different.")
            found.append(Limit("HO6.2", frozenset({key}), lair, 1, said, _("Choose another Great Dragon.")))
        said = _("There are {most} stones; a further one cannot have come to the board.")
        found.append(Limit("HO2.2", frozenset({"stone"}), spaces, self.game.stones, said, _("Take a stone first.")))
        said = _("The supply holds {most} tiles, and all of them lie there.")
        found.append(Limit("HO1.2", tiles, spaces, self.game.tiles, said, _("Take a tile away first.")))
        return found

    def bare(self) -> Arrangement:
        """Return the empty board, with the Great Dragons in their printed order."""
        return Arrangement(tuple(zip(LAIR, DRAGONS, strict=True)) if self.game.lair else ())

    def read(self, state: State) -> Arrangement:
        """Return how a state is set up; only the beginning of a turn can be."""
        if state.player not in (EMPEROR, MASTER):
            over = _("set up is the moment in which a player lays a tile; here nobody does (HO3.1)")
            raise NotationError(over)
        if state.choice or state.task:
            raise NotationError(
                _("set up is the beginning of a turn, not the midst of a Great Dragon's action (HO6.3)")
            )
        names = {content: thing for thing, content in CONTENTS.items()}
        lying = [(place, f"dragon {dragon}") for place, dragon in zip(LAIR, state.lair, strict=False) if dragon]
        lying += [
            (str(square), names[content])
            for square, content in zip(self.game.mask.squares, state.cells, strict=True)
            if content not in (EMPTY, OFF)
        ]
        return Arrangement(tuple(lying), turn=state.player)

    def make(self, arrangement: Arrangement) -> State:
        """Return the state that an arrangement is."""
        lying = dict(arrangement.lying)
        cells = tuple(
            CONTENTS[lying[str(square)]]
            if str(square) in lying
            else EMPTY
            if self.game.mask.sign(square) == "#"
            else OFF
            for square in self.game.mask.squares
        )
        lair = tuple(DRAGONS[lying[place]] if place in lying else None for place in LAIR) if self.game.lair else ()
        return State(cells, self._on_turn(arrangement), lair)

    def raw(self, text: str) -> State:
        """Return the state of a text."""
        return from_text(self.game.mask, text)

    def bound(self, arrangement: Arrangement, limit: Limit) -> int:
        """Return how many things a limit allows: a Great Dragon that has left may have made a stone more."""
        return limit.most + (sum(map(self._gone(arrangement).__contains__, MAKERS)) if limit.rule == "HO2.2" else 0)

    def not_on_turn(self, arrangement: Arrangement, seat: int) -> Objection | None:
        """Return why it is the other player's turn: each turn has laid one tile, the emperor's the first."""
        whose = self._on_turn(arrangement)
        if seat == whose:
            return None
        said = _("Tiles laid in turns: {laid}. The emperor began, so it is the turn of the {seat}.")
        facts = (("laid", max(0, self._laid(arrangement))), ("seat", Hong.seats[whose]))
        return Objection("HO3.1", said, facts, (str(self.game.mask.spaces[0]),), _("Put or take one tile."))

    def _on_turn(self, arrangement: Arrangement) -> int:
        return EMPEROR if self._laid(arrangement) % 2 == 0 else MASTER

    def _laid(self, arrangement: Arrangement) -> int:
        """Return in how many turns a tile was laid: two Great Dragons lay one more each (HO6.12, HO6.16).

        It is below 0 while stones are missing.
        """
        lying = sum(thing in CONTENTS for _place, thing in arrangement.lying)
        more = sum(dragon in self._gone(arrangement) for dragon in (Dragon.AGAIN, Dragon.STONE))
        return lying - self.game.stones - more

    def _gone(self, arrangement: Arrangement) -> tuple[Dragon, ...]:
        """Return the Great Dragons that have left the lair."""
        if not self.game.lair:
            return ()
        return tuple(dragon for key, dragon in DRAGONS.items() if not arrangement.find(key))

    def flaw(self, state: State) -> Objection | None:
        """Return what is missing: stones, room, or a Hong for which a Great Dragon can have come."""
        arrangement, game = self.read(state), self.game
        stones = arrangement.find("stone")
        anywhere = (str(game.mask.spaces[0]),)
        if len(stones) < game.stones:
            said = _("Stones on the board: {count}; there must be {stones}.")
            facts = (("count", len(stones)), ("stones", game.stones))
            return Objection("HO2.2", said, facts, stones or anywhere, _("Put or take stones."))
        if EMPTY not in state.cells:
            said = _("Every space is occupied: the game is over, and nobody is to play.")
            return Objection("HO5.1", said, (), anywhere, _("Take a tile away."))
        return self._lair_flaw(state, arrangement)

    def _lair_flaw(self, state: State, arrangement: Arrangement) -> Objection | None:
        """Return what is wrong between the Hongs and the Great Dragons that have left."""
        game, lair = self.game, state.lair
        if not game.lair:
            return None
        left = [size for size, dragon in zip(SIZES, lair, strict=True) if dragon is None]
        longest = max(len(line) for line in game.mask.lines) - 2
        for size in left:
            if size > longest or size + 2 > self._laid(arrangement):
                said = _("The Great Dragon of size {size} has left, but no Hong of that size can have been completed.")
                facts = (("size", size),)
                return Objection("HO6.3", said, facts, (f"lair {size}",), _("Put a Great Dragon there, or more tiles."))
        hongs = game.hongs(state)
        if hongs and not left:
            said = _(
                "A Hong of size {size} stands, so a Great Dragon has been summoned; but all seven are in the lair."
            )
            places = (*map(str, hongs[0].squares), f"lair {hongs[0].size}")
            return Objection("HO6.3", said, (("size", hongs[0].size),), places, _("Take a Great Dragon away."))
        return None


def table(game: Hong) -> HongTable:
    """Return what can be put where in a game of Hong."""
    return HongTable(game)
