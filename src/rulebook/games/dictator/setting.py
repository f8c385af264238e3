"""What can be put where when a position of Dictator-Control is set up by hand.

Battalions' tokens and Guild tokens go to sectors, cards into battalions, and damage on cards. A Hireling that lies
nowhere is in the deck; another card that lies nowhere is on the Dump, or aside in missions that set cards aside.
"""

from __future__ import annotations

from rulebook.game import NotationError, Objection, Place
from rulebook.games.dictator.cards import CARDS, MOST_CARDS, find, name
from rulebook.games.dictator.city import CITY, GUILDS
from rulebook.games.dictator.ending import QUIET_ROUNDS
from rulebook.games.dictator.engine import Dictator
from rulebook.games.dictator.notation import read
from rulebook.games.dictator.state import UNPLACED, Battalion, Done, Stage, State, bits, mask
from rulebook.games.dictator.supplies import MOST_ENERGY
from rulebook.setting import Arrangement, Limit, Scale, Spot, Table, Thing
from rulebook.words import _

GUILD, DAMAGE, DUMP = "Guild", "damage", "Dump"
START_ENERGY = 6
QUIET = "quiet turns"


class DictatorTable(Table):
    """The City, the battalions and the cards of one mission."""

    def __init__(self, game: Dictator) -> None:
        self.game = game
        mission = game.mission_data
        numbers = range(1, 1 + (len(mission.armies[0]) if mission.armies else len(mission.groups)))
        self.keys = {
            f"{letter}-{number}": (seat, number) for seat, letter in enumerate(mission.letters) for number in numbers
        }
        """The tokens: name -> seat and number."""
        self.cards = tuple(map(name, game.universe))
        self.aside = bool(mission.mixed) and not mission.rest_to_dump
        """Whether cards are set aside in this mission."""
        self.dumped = frozenset(card for card in self.cards if self.aside or CARDS[find(card)].army == "H")
        """The cards that are put on the Dump by hand; the others are there if they are nowhere else."""
        tokens = (Thing(key, _("Tokens"), _("the token of {key}").format(key=key)) for key in self.keys)
        armies = {"T": _("Templars"), "C": _("Synclith"), "H": _("Hirelings")}
        cards = (Thing(card, armies[CARDS[find(card)].army]) for card in self.cards)
        others = (Thing(GUILD, _("Tokens"), _("a Guild token")), Thing(DAMAGE, _("Tokens"), _("damage")))
        self.things = (*tokens, *others, *cards)
        battalion = _("battalion {key}")
        self.spots = (
            *(Spot(sector, "DC1.2", _("Sectors")) for sector in CITY.names),
            *(Spot(key, "DC2.3", _("Battalions"), battalion.format(key=key)) for key in self.keys),
            Spot(DUMP, "DC2.4", _("Dump"), _("the Dump")),
            *(Spot(card, "DC2.5", _("Cards")) for card in self.cards),
        )
        self.scales = tuple(Scale(f"energy {seat}", "DC3.1", 0, MOST_ENERGY) for seat in game.seats)
        if game.quiet_end:
            self.scales += (Scale(QUIET, "DC10.2", 0, QUIET_ROUNDS * game.num_players - 1),)
        self.limits = tuple(self._limits())

    def _limits(self) -> list[Limit]:
        """Return the limits in the order in which a player would raise them."""
        tokens, cards, guild, damage = map(frozenset, (self.keys, self.cards, (GUILD,), (DAMAGE,)))
        sectors, battalions, dump = frozenset(CITY.names), tokens, frozenset({DUMP})
        guilds = frozenset(CITY.names[sector] for sector in GUILDS)
        on_a_sector = _("Put it on a sector of the City.")
        another = _("Choose another sector, or take away what stands there.")
        found = [
            Limit("DC1.2", tokens, battalions | dump | cards, 0, _("A token stands on a sector."), on_a_sector),
            Limit("DC1.3", guild, battalions | dump | cards, 0, _("A Guild token stands on a Guild sector."),
                  on_a_sector),
            Limit("DC1.3", guild, sectors - guilds, 0, _("{place} is no Guild sector; there are twelve."),
                  _("Choose a sector that is marked for a Guild.")),
            Limit("DC2.3", cards, sectors | cards, 0, _("Cards lie in a battalion, one to three under its token."),
                  _("Put the card in a battalion.")),
            Limit("DC2.4", cards - self.dumped, dump, 0, _("{thing} is on the Dump while no battalion has it."),
                  _("Take it out of its battalion.")),
            Limit("DC2.5", damage, sectors | battalions | dump, 0, _("Damage turns one card of a battalion."),
                  _("Put it on a card.")),
        ]  # fmt: skip
        for sector in CITY.names:
            said = _("On {place} stands {there} already; a sector has one battalion at most.")
            found.append(Limit("DC1.2", tokens, frozenset({sector}), 1, said, another))
            if sector in guilds:
                said = _("On {place} stands {there} already; a battalion and a Guild token share no sector.")
                found.append(Limit("DC6.1", tokens | guild, frozenset({sector}), 1, said, another))
        for key in self.keys:
            said = _("{thing} stands on the map already; a battalion is one token.")
            found.append(Limit("DC2.3", frozenset({key}), sectors, 1, said, _("Take it away first.")))
        for key in self.keys:
            said = _("In {place} are {there}; a battalion has {most} cards at most.")
            found.append(Limit("DC2.3", cards, frozenset({key}), MOST_CARDS, said, _("Take a card out first.")))
        for card in self.cards:
            said = _("{thing} lies somewhere already; there is one such card.")
            found.append(Limit("DC2.3", frozenset({card}), battalions | dump, 1, said, _("Take it from there first.")))
            said = _("{place} is damaged already; a card cannot be damaged twice.")
            found.append(Limit("DC2.5", damage, frozenset({card}), 1, said, _("Damage another card.")))
        return found

    def bare(self) -> Arrangement:
        """Return the City with its Guild tokens alone."""
        guilds = tuple((CITY.names[sector], GUILD) for sector in sorted(GUILDS))
        start = {scale.name: 0 if scale.name == QUIET else START_ENERGY for scale in self.scales}
        return Arrangement(guilds, tuple(start.items()))

    def read(self, state: State) -> Arrangement:
        """Return how a state is set up; only the beginning of a turn can be."""
        if state.stage is not Stage.TURN:
            raise NotationError(
                _("set up is the beginning of a turn, not the midst of a battle or of setting up (DC5.1)")
            )
        begun = state.active or state.moved or state.spent or state.acted or state.marked or state.up or state.top
        if begun or any(battalion.done is not Done.NOT for battalion in state.battalions):
            raise NotationError(_("set up is the beginning of a turn; here battalions have acted in it (DC5.1)"))
        for card in (*state.dump, *(card for battalion in state.battalions for card in battalion.cards)):
            if card not in self.game.universe:
                raise NotationError(_("{card} is no card of this mission (DC11)").format(card=name(card)))
        tokens = {at: key for key, at in self.keys.items()}
        lying = [(CITY.names[sector], GUILD) for sector in bits(state.guilds)]
        for battalion in state.battalions:
            key = tokens.get((battalion.seat, battalion.number))
            if key is None:
                raise NotationError(_("this mission has no such battalion (DC11)"))
            lying += [(battalion.place, key)] if battalion.sector != UNPLACED else []
            lying += [(key, name(card)) for card in battalion.cards]
        lying += [(DUMP, name(card)) for card in state.dump if name(card) in self.dumped]
        lying += [(name(card), DAMAGE) for card in bits(state.damaged)]
        scales = {f"energy {seat}": energy for seat, energy in zip(self.game.seats, state.energy, strict=True)}
        if self.game.quiet_end:
            scales[QUIET] = max(0, state.quiet)
        return Arrangement(tuple(lying), tuple(scales.items()), state.turn)

    def make(self, arrangement: Arrangement) -> State:
        """Return the state that an arrangement is."""
        where = {thing: place for place, thing in arrangement.lying if thing in self.keys}
        battalions = []
        for key, (seat, number) in self.keys.items():
            held = tuple(map(find, arrangement.at(key)))
            if held or key in where:
                battalions.append(Battalion(seat, number, CITY.find(where[key]) if key in where else UNPLACED, held))
        dump = tuple(map(find, arrangement.at(DUMP)))
        placed = {*dump, *(card for battalion in battalions for card in battalion.cards)}
        left = [card for card in self.game.universe if card not in placed]
        armies = tuple(card for card in left if CARDS[card].army != "H")
        start = self.game.initial_state()
        return start._replace(
            stage=Stage.TURN,
            player=arrangement.turn,
            turn=arrangement.turn,
            battalions=tuple(battalions),
            energy=tuple(arrangement.scale(f"energy {seat}") for seat in self.game.seats),
            guilds=mask(tuple(map(CITY.find, arrangement.find(GUILD)))),
            deck=tuple(card for card in left if CARDS[card].army == "H"),
            dump=dump if self.aside else (*dump, *armies),
            damaged=mask(tuple(map(find, arrangement.find(DAMAGE)))),
            quiet=arrangement.scale(QUIET) if self.game.quiet_end else 0,
            rolls=(),
            pools=(),
            zones=self.game.mission_data.zones,
        )

    def raw(self, text: str) -> State:
        """Return the state of a text."""
        return read(self.game, text)

    def odd(self, arrangement: Arrangement, thing: str, place: Place) -> Objection | None:
        """Return why a card cannot be damaged: it lies in no battalion."""
        if thing != DAMAGE or place not in self.cards or any(where in self.keys for where in arrangement.find(place)):
            return None
        said = _("{card} is in no battalion; only a card of a battalion is damaged.")
        return Objection("DC2.5", said, (("card", place),), (place,), _("Put the card in a battalion first."))

    def settle(self, before: Arrangement, after: Arrangement) -> Arrangement:
        """Return an arrangement in which damage stays with the cards of battalions alone."""
        held = {thing for where, thing in after.lying if where in self.keys}
        lying = tuple((place, thing) for place, thing in after.lying if thing != DAMAGE or place in held)
        return Arrangement(lying, after.scales, after.turn)

    def flaw(self, state: State) -> Objection | None:
        """Return what is missing: battalions of two players, tokens, cards, or an undamaged card."""
        for battalion in state.battalions:
            key = self.game.token(battalion)
            facts = (("key", key),)
            if not battalion.cards:
                said = _("{key} stands on the map without a card; a battalion has one to three.")
                return Objection("DC2.3", said, facts, (key,), _("Put a card in it, or take the token away."))
            if battalion.sector == UNPLACED:
                said = _("{key} has cards, but its token stands nowhere.")
                return Objection("DC4.2", said, facts, (key,), _("Put its token on a sector."))
            if all(state.damaged >> card & 1 for card in battalion.cards):
                said = _("All cards of {key} are damaged; it would be annihilated.")
                return Objection("DC7.10", said, facts, (key,), _("Take damage away, or put an undamaged card in."))
        anywhere = (next(iter(self.keys)),)
        living = {battalion.seat for battalion in state.battalions}
        if len(living) < 2:
            said = _("Two players at least have a battalion; else the game is over.")
            return Objection("DC10.1", said, (), anywhere, _("Put a battalion of another player on the map."))
        if state.turn not in living:
            said = _("It is the turn of the {seat}, who has no battalion and so is out.")
            seat = (("seat", self.game.seats[state.turn]),)
            return Objection("DC10.1", said, seat, anywhere, _("Choose whose turn it is, or give a battalion."))
        if self.game.quiet_end and state.quiet >= QUIET_ROUNDS * len(living):
            said = _("{rounds} rounds without loss or conquest have ended the game.")
            instead = _("Set fewer quiet turns.")
            return Objection("DC10.2", said, (("rounds", QUIET_ROUNDS),), (QUIET,), instead)
        return None


def table(game: Dictator) -> DictatorTable:
    """Return what can be put where in a mission of Dictator-Control."""
    return DictatorTable(game)
