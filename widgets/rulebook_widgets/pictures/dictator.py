"""The board of Dictator-Control as a picture: the City, the cards below it, and the places of both.

Throughout, a *place* is a sector, `D4`; a card by its name, `Orion`; `Dump`, `Hirelings`, `energy 0`, `phase Strength`;
a die's face, `die 3`; or a button, `pass`, `end turn`, `exchange`, `hireling`, `energy`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from rulebook.game import CHANCE, TERMINAL
from rulebook.games.dictator.battle import strength
from rulebook.games.dictator.cards import Phase, name
from rulebook.games.dictator.city import CITY, GUILDS, ZONES, guild_number
from rulebook.games.dictator.sides import battalion_of
from rulebook.games.dictator.state import ATTACKER, DEFENDER, Battalion, Done, Stage, State
from rulebook.words import _
from rulebook_widgets.pictures import dictator_taps as taps
from rulebook_widgets.pictures import dictator_words as words
from rulebook_widgets.pictures.dictator_cards import card as card_shapes
from rulebook_widgets.pictures.dictator_city import CENTRES, GROUND, label, terrace
from rulebook_widgets.pictures.dictator_pieces import (
    CARD,
    COLOURS,
    HALF_HEIGHT,
    HALF_WIDTH,
    LETTERS,
    LIT,
    LOW,
    SLIM,
    SPRITES,
    TALL,
    marks,
    placed,
    rectangle,
    shape,
    sign,
)
from rulebook_widgets.pictures.dictator_table import (
    COLUMN,
    DECK,
    DUMP,
    EDGE,
    FIGHTING,
    GAP,
    HEIGHT,
    LABELS,
    STRIP,
    STRIP_TOP,
    SWAP,
    TABLE,
    TABLE_TOP,
    TRACK,
    TRACK_TOP,
    WIDTH,
    Frame,
    Table,
    card_of,
    eyes,
    lay,
    opened,
    pair,
    sector_of,
    sees_top,
    stands,
)
from rulebook_widgets.pictures.lettering import begun, centred, room
from rulebook_widgets.pictures.lights import LIGHTS
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Shape, Sprite, Stamp, Text, View, box, polygon

if TYPE_CHECKING:
    from rulebook.games.dictator import Dictator

FULL = 12
"""Where the Energy scale ends (DC3.1)."""
LABEL = 14.5
"""The size of the phases' names."""
TOKEN, RAISED = 43.0, 13.0
"""A token's size, and how far its middle lies above that of its sector."""


class DictatorPicture:
    """Draws the states of one game of Dictator-Control and reads its gestures."""

    width, height = WIDTH, HEIGHT

    def __init__(self, game: Dictator) -> None:
        self.game: Any = game
        self.viewer: int | None = None
        """In Fog of War: the seat whose cards are seen, `None` for the seat that decides."""
        self.curtain = False
        self._drawn: tuple[State | None, Table] = (None, Table())

    # Places

    def _table(self, state: State, selection: tuple[str, ...]) -> Table:
        table = lay(self.game, state, selection, self.viewer)
        self._drawn = (state, table)
        return table

    def _lying(self, state: State) -> Table:
        """Return the table as it was drawn last, or as this state lays it."""
        return self._drawn[1] if self._drawn[0] == state else self._table(state, ())

    def fixed(self) -> dict[str, Frame]:
        """Return the frames above the table: Energy, Dump, Hirelings and the phases."""
        seats = self.game.mission_data.seats
        piles = {DUMP: 82.0, DECK: 96.0}
        right = WIDTH - EDGE - sum(piles.values()) - GAP
        wide = (right - EDGE - GAP * len(seats)) / len(seats)
        found = {f"energy {seat}": (EDGE + seat * (wide + GAP), STRIP_TOP, wide, STRIP) for seat in range(len(seats))}
        for place, w in piles.items():
            found[place] = (right, STRIP_TOP, w, STRIP)
            right += w + GAP
        left, spare = EDGE + 40, WIDTH - 2 * EDGE - 40 - sum(room(phase, LABEL) for phase in Phase)
        for phase in Phase:
            w = room(phase, LABEL) + spare / len(Phase)
            found[f"phase {phase}"] = (left, TRACK_TOP, w - 3, TRACK)
            left += w
        return found

    def pick(self, x: float, y: float) -> str | None:
        """Return the place under a point of the picture drawn last, or `None`."""
        table = self._drawn[1]
        if place := table.pick(x, y):
            return place
        if y >= table.top:
            return None
        for place, (left, upper, w, h) in self.fixed().items():
            if left <= x < left + w and upper <= y < upper + h:
                return place
        for sector, (cx, cy) in enumerate(CENTRES):
            a, b = abs(x - cx) / HALF_WIDTH, abs(y - cy) / HALF_HEIGHT
            if a <= 1 and a / 2 + b <= 1:
                return CITY.names[sector]
        return None

    def home(self, state: State) -> str:
        """Return where the keyboard's cursor begins: a battalion of the player, or the first card of a choice."""
        table = self._lying(state)
        battalion = opened(state, ())
        if table.title or battalion is None or battalion.sector < 0 or CENTRES[battalion.sector][1] > table.top:
            return next(iter(table.frames), "E3")
        return battalion.place

    def step(self, state: State, place: str, dx: int, dy: int) -> str:
        """Return the place one step from another: Energy above the City, then its rows, then the table."""
        table = self._lying(state)
        above = {key: frame for key, frame in self.fixed().items() if not key.startswith("phase")}
        city = {
            CITY.names[at]: (x - 1, y - 1, 2.0, 2.0)
            for at, (x, y) in enumerate(CENTRES)
            if y + HALF_HEIGHT / 2 <= table.top
        }
        frames = above | city | table.frames
        if place not in frames:
            return self.home(state)
        part = next(part for part in (table.frames, city, above) if place in part)
        x, y = _centre(frames[place])
        if dx:
            row = sorted((_centre(frame)[0], key) for key, frame in part.items() if _level(frame, frames[place]))
            keys = [key for _x, key in row]
            return keys[min(max(keys.index(place) + dx, 0), len(keys) - 1)]
        beyond = []
        for key, frame in frames.items():
            away = (_centre(frame)[1] - y) * dy
            if away > 12 and not (key in part and _level(frame, frames[place])):
                beyond.append((away, key, frame))
        if not beyond:
            return place
        nearest = min(beyond)[0]
        row_of = [(abs(_centre(frame)[0] - x), key) for away, key, frame in beyond if away < nearest + 16]
        return min(row_of)[1]

    # The picture

    def picture(self, state: State, view: View) -> Picture:
        """Return the picture of a state as `view` shows it."""
        table = self._table(state, view.selection)
        ground = self._ground()
        shapes: list[Shape] = [Stamp(ground.name, 0, 0, WIDTH, HEIGHT)]
        shapes += self._strip(state)
        shapes += self._lit(state, view, table, under=True)
        for sector in GUILDS:
            if state.guild_at(sector) and CENTRES[sector][1] < table.top - 10:
                x, y = CENTRES[sector]
                shapes.append(Stamp("guild", x - 22, y - 34, 44, 42))
                shapes.append(Text(x, y - 5, str(guild_number(sector)), 18, "line", 700))
        for battalion in state.battalions:
            if stands(self.game, state, battalion, self.viewer) and CENTRES[battalion.sector][1] < table.top - 10:
                shapes += self._token(state, battalion)
        shapes += self._arrow(state)
        shapes += self._track(state)
        shapes += self._laid(state, view, table)
        shapes += self._lit(state, view, table, under=False)
        shapes += self._going(view, table) if pair(state, view.selection) else []
        sprites = SPRITES | {key: LIGHTS[key] for key in ("legal", "last")}
        used = {one.name for one in shapes if isinstance(one, Stamp)}
        return Picture(
            WIDTH, HEIGHT, (ground, *(sprite for key, sprite in sprites.items() if key in used)), tuple(shapes)
        )

    def sheet(self) -> Picture:
        """Return an empty picture that names every sprite a board of this game can stamp."""
        pieces = [sprite for key, sprite in SPRITES.items() if self.game.fog or not key.startswith("back")]
        return Picture(WIDTH, HEIGHT, (self._ground(), *pieces, LIGHTS["legal"], LIGHTS["last"]), ())

    def colour(self, state: State, seat: int) -> str:
        """Return the colour of a seat: that of its zone, while it has none one that nobody has."""
        zones = state.zones or self.game.mission_data.zones
        if zones[seat]:
            return COLOURS[zones[seat]]
        free = [zone for zone in (*self.game.mission_data.zones, *ZONES) if zone not in zones]
        return COLOURS[list(dict.fromkeys(free))[zones[:seat].count("")]]

    @cache  # noqa: B019 (a picture lives as long as its board)
    def _ground(self) -> Sprite:
        """Return what never changes: the City's three terraces, the frames of the strip and of the phases."""
        shapes: list[Path | Circle | Text] = []
        for key, (x, y, w, h) in self.fixed().items():
            if key.startswith("phase"):
                phase = Phase(key.removeprefix("phase "))
                shapes.append(box(x, y, w, h, 7, "leaf", "rule", 1.2))
                shapes += placed(sign(phase, "quiet"), x + 5, y + 8.5, 13)
                shapes.append(centred(x + w / 2 + 10, y + h / 2 + 0.5, phase.value, LABEL, w - 24, "ink", 600))
            else:
                shapes.append(box(x, y, w, h, 7, "leaf", "rule", 1.2))
        for at in range(len(GROUND)):
            shapes += terrace(at)
        return Sprite("ground", WIDTH, HEIGHT, tuple(shapes))

    def _strip(self, state: State) -> list[Shape]:
        """Return Energy scales, Dump and deck."""
        fixed = self.fixed()
        shapes: list[Shape] = []
        for seat, value in enumerate(state.energy):
            x, y, w, _h = fixed[f"energy {seat}"]
            colour = self.colour(state, seat)
            letter = self.game.mission_data.letters[seat]
            shapes.append(Stamp(f"token-{colour}", x + 5, y + 4, 28, 28))
            shapes.append(Text(x + 19, y + 17, letter, 17, LETTERS[colour], 700))
            shapes.append(Stamp("bolt", x + 38, y + 4, 19, 19))
            shapes.append(Text(x + 68, y + 14, str(value), 19, "ink", 700))
            left, step = x + 38, (w - 45) / FULL
            full, empty = Pen(), Pen()
            for at in range(FULL):
                _cell(full if at < value else empty, left + at * step, y + 27, step - 1.2, 8)
            shapes += [pen.path(fill, "ink", 0.8) for pen, fill in ((empty, "paper"), (full, "gold")) if pen.steps]
            if state.rolls:
                rolled = state.rolls[seat]
                shapes.append(Stamp(f"die-{max(rolled, 0)}", x + w - 31, y + 2, 24, 24))
        top = state.top if sees_top(self.game, state, self.viewer) else ()
        for place, count, shown in (
            (DUMP, len(state.dump), state.dump[-1:]),
            (DECK, len(state.deck) + len(state.top), top[:1]),
        ):
            x, y, w, h = fixed[place]
            mid = y + 12.5 if shown else y + h / 2
            shapes.append(centred(x + w / 2, mid, f"{_(place)} {count}", 17, w - 10, "ink", 700))
            shapes += [centred(x + w / 2, y + 28, name(card), 14, w - 12, "quiet") for card in shown]
        return shapes

    def _badge(self, state: State, seat: int, letter: str, x: float, y: float, size: float) -> list[Shape]:
        """Return a token with words, its corner at (x, y)."""
        colour = self.colour(state, seat)
        high = y + size * (0.5 if len(letter) < 2 else 0.47)
        return [
            Stamp(f"token-{colour}", x, y, size, size),
            Text(x + size / 2, high, letter, size * (0.6 if len(letter) < 2 else 0.42), LETTERS[colour], 700),
        ]

    def _token(self, state: State, battalion: Battalion) -> list[Shape]:
        """Return a battalion's token: its name, a pip for each card, what it has done."""
        x, y = CENTRES[battalion.sector]
        y -= RAISED
        colour = self.colour(state, battalion.seat)
        dim = bool(battalion.done) and state.stage is Stage.TURN
        shapes: list[Shape] = []
        if battalion.key == state.active:
            ring = shape(colour).path("", "white", 13), shape(colour).path("", "line", 6)
            shapes += placed(ring, x - TOKEN / 2 - 3, y - TOKEN / 2 - 3, TOKEN + 6)
        shapes.append(Stamp(f"token-{colour}", x - TOKEN / 2, y - TOKEN / 2, TOKEN, TOKEN))
        said = self.game.token(battalion)
        shapes.append(Text(x, y - 7, said, 18, LETTERS[colour], 700))
        shapes += _pips(state, battalion, x, y + 9)
        if dim:
            veil = Path(tuple(shape(colour).steps), "stone", "", 1, 0.5)
            shapes += placed((veil,), x - TOKEN / 2, y - TOKEN / 2, TOKEN)
            shapes.append(Text(x, y - 7, said, 18, "line", 700))
        if battalion.done:
            shapes.append(Stamp("done", x + 13, y - 27, 20, 20))
        elif battalion.key == state.active:
            shapes.append(Stamp("active", x + 13, y - 27, 20, 20))
        return shapes

    def _arrow(self, state: State) -> list[Shape]:
        """Return the arrow from the attacker to its target."""
        battle = state.battle
        attacker = state.battalion(battle.attacker) if battle else None
        if battle is None or attacker is None or attacker.sector < 0:
            return []
        (ax, ay), (bx, by) = CENTRES[attacker.sector], CENTRES[battle.sector]
        ay, by = ay - 4, by - 4
        long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        ux, uy = (bx - ax) / long, (by - ay) / long
        mx, my = (ax + bx) / 2, (ay + by) / 2
        corners = [(-15, -4), (1, -4), (1, -11), (16, 0), (1, 11), (1, 4), (-15, 4)]
        points = [(mx + px * ux - py * uy, my + px * uy + py * ux) for px, py in corners]
        return [polygon(points, "", "white", 6), polygon(points, "line", "line", 2)]

    def _track(self, state: State) -> list[Shape]:
        """Return who acts, and the phase in which the turn stands."""
        y = TRACK_TOP + 1
        if state.player >= 0:
            letter = self.game.mission_data.letters[state.player]
            shapes = self._badge(state, state.player, letter, EDGE, y - 2, 30)
            shapes.append(Pen().move(EDGE + 32, y + 8).line((EDGE + 38, y + 14), (EDGE + 32, y + 20)).path("ink"))
        elif state.player == CHANCE:
            shapes = [Stamp("die-5", EDGE + 1, y, 28, 28)]
        else:
            shapes = []
        phase = taps.PHASES.get(state.stage)
        if phase:
            x, y, w, h = self.fixed()[f"phase {phase}"]
            shapes.append(box(x, y, w, h, 7, "plum", "ink", 2))
            shapes += placed(sign(phase, "white"), x + 5, y + 8.5, 13)
            shapes.append(centred(x + w / 2 + 10, y + h / 2 + 0.5, phase.value, LABEL, w - 24, "white", 700))
        return shapes

    # The table

    def _laid(self, state: State, view: View, table: Table) -> list[Shape]:
        shapes: list[Shape] = []
        if table.top < TABLE_TOP:
            shapes.append(box(0, table.top - 30, WIDTH, HEIGHT - table.top + 30, 8, "paper", "rule", 1.5))
            shapes.append(centred(WIDTH / 2, table.top - 15, table.title, 18, WIDTH, "ink", 700))
        elif state.stage is Stage.FORM:
            shapes += self._forming(state)
        for slot in table.slots:
            shapes += card_shapes(self.game, state, slot)
        for place, (x, y, w, h) in table.buttons:
            shapes.append(Path(box(x + 1, y + 4, w - 2, h - 4, 9).steps, "ink", alpha=0.35))
            shapes.append(box(x + 1, y + 1, w - 2, h - 5, 9, "leaf", "ink", 2))
            shapes.append(centred(x + w / 2, y + h / 2 - 1, LABELS[place], 18, w - 10, "ink", 700))
        shapes += [Stamp(f"die-{pips}", x, y, w, h) for pips, (x, y, w, h) in table.dice]
        if pair(state, view.selection):
            shapes += self._swapping(state, table)
        elif state.stage in FIGHTING and state.battle and (not table.shown or len(table.shown) > 1 or self._vs(state)):
            shapes += self._fight(state, table, view.plain)
        elif table.shown:
            shapes += self._heading(state, table.shown[0])
        return shapes

    def _vs(self, state: State) -> bool:
        """Tell whether the battle's own rows lie on the table, though one battalion only is shown."""
        return all(slot.form != TALL for slot in self._drawn[1].slots)

    def _heading(self, state: State, battalion: Battalion) -> list[Shape]:
        """Return whose cards lie on the table: the token and its sector, in the column."""
        said = self.game.token(battalion)
        low = state.stage is Stage.REWARD
        x, y = (EDGE + 3 * (CARD[LOW][0] + GAP), TABLE_TOP + TABLE - 84) if low else (COLUMN, TABLE_TOP + 2)
        if low and state.top:
            y = TABLE_TOP - 4
        shapes = self._badge(state, battalion.seat, said, x + 16, y, 42 if not (low and state.top) else 36)
        if low:
            return shapes
        if battalion.sector >= 0:
            shapes.append(Text(x + 39, y + 56, battalion.place, 18, "ink", 700))
        told = ""
        if battalion.done and state.stage is Stage.TURN:
            told = {Done.ATTACKED: _("attacked"), Done.EXCHANGED: _("exchanged"), Done.LEFT: _("finished")}[
                battalion.done
            ]
        elif battalion.key == state.active:
            told = _("active")
        if told:
            shapes.append(centred(x + 39, y + 78, told, 16, 78, "quiet"))
        return shapes

    def _swapping(self, state: State, table: Table) -> list[Shape]:
        """Return whose cards lie in the two rows of an exchange."""
        shapes: list[Shape] = []
        for battalion, y in zip(table.shown, (TABLE_TOP + 4, TABLE_TOP + TABLE - 50), strict=True):
            said = self.game.token(battalion)
            shapes += self._badge(state, battalion.seat, said, COLUMN + 16, y, 44)
        return shapes

    def _going(self, view: View, table: Table) -> list[Shape]:
        """Return an arrow on every card that goes over in an exchange."""
        shapes: list[Shape] = []
        for slot in table.slots:
            if slot.place in view.selection[2:]:
                x, y, w, h = slot.frame
                down = y < TABLE_TOP + 20
                mx, my, way = (x + w / 2 - 22, y + h, 1) if down else (x + w / 2 + 22, y, -1)
                corners = ((0, 15), (14, 1), (6, 1), (6, -13), (-6, -13), (-6, 1), (-14, 1))
                points = [(mx + px, my + way * py) for px, py in corners]
                shapes += [polygon(points, "", "white", 7), polygon(points, "indigo", "indigo", 2)]
        return shapes

    def _fight(self, state: State, table: Table, plain: bool) -> list[Shape]:
        """Return the dice, what stands between the two rows, and the sums of both sides unless `plain`."""
        battle = state.battle
        assert battle is not None
        shapes: list[Shape] = []
        slim = state.stage is Stage.ROLL
        for side, y in ((ATTACKER, TABLE_TOP), (DEFENDER, TABLE_TOP + TABLE - 54)):
            unit = battalion_of(state, side)
            if unit is None and side == ATTACKER:
                continue
            acts = (battle.rolling if slim else battle.side) == side and state.player != TERMINAL
            if acts:
                shapes.append(box(COLUMN - 2, y - 1, 84, 56, 8, "leaf", "focus", 3))
            if unit:
                shapes += self._badge(state, unit.seat, self.game.token(unit)[0], COLUMN + 5, y + 2, 24)
            elif side == DEFENDER and not self._gone(state):
                shapes.append(Stamp("guild", COLUMN + 5, y + 2, 24, 24))
            if unit is None and self._gone(state):
                continue
            total = strength(self.game, state, side)
            die = battle.dice[side]
            if not plain:
                shapes.append(Text(COLUMN + 56, y + 15, str(total), 23, "ink", 700))
            if die or slim:
                shapes.append(Stamp(f"die-{die}", COLUMN + 5, y + 28, 24, 24))
            if die and not plain:
                shapes.append(Text(COLUMN + 39, y + 40, "=", 17, "ink", 600))
                shapes.append(Text(COLUMN + 62, y + 40, str(total + die), 23, "ink", 700))
            if unit is None:
                shapes += self._guild_row(state)
        return shapes if slim else shapes + self._between(state)

    def _gone(self, state: State) -> bool:
        """Tell whether the defender is a battalion that is no more."""
        return bool(state.battle and state.battle.defender >= 0)

    def _guild_row(self, state: State) -> list[Shape]:
        """Return the defending Guild in place of cards."""
        assert state.battle is not None
        slim = state.stage is Stage.ROLL
        h = CARD[SLIM if slim else LOW][1]
        y = TABLE_TOP + TABLE - h
        number = guild_number(state.battle.sector)
        house = h - 8
        said = _("Guild {number} on {place}").format(number=number, place=CITY.names[state.battle.sector])
        return [
            box(EDGE, y, COLUMN - EDGE - 10, h, 8, "leaf", "rule", 1.5),
            Stamp("guild", EDGE + 10, y + 4, house, house),
            Text(EDGE + 10 + house / 2, y + 4 + house * 0.71, str(number), house * 0.36, "line", 700),
            begun(EDGE + 26 + house, y + h / 2, said, 20, 300, "ink", 700),
        ]

    def _between(self, state: State) -> list[Shape]:
        """Return the band between the rows: how it ended, and the conditions that are set."""
        battle = state.battle
        assert battle is not None
        shapes: list[Shape] = []
        x, y = EDGE + 2, TABLE_TOP + TABLE / 2
        if battle.loser >= 0:
            loser = battalion_of(state, battle.loser)
            said = _("{token} has lost").format(token=self.game.token(loser)) if loser else ""
            shapes.append(begun(x, y, said, 16, 130, "ink", 700))
            x += room(said, 16, 700) + 14
        for side, power in battle.conditions:
            unit = battalion_of(state, side)
            said = words.power_name(power)
            wide = min(room(said, 15, 600), 110.0)
            if x + wide + 20 > COLUMN:
                break
            if unit:
                shapes.append(Stamp(f"token-{self.colour(state, unit.seat)}", x, y - 8, 15, 15))
            shapes.append(begun(x + 19, y, said, 15, wide, "ink", 600))
            x += wide + 30
        return shapes

    def _forming(self, state: State) -> list[Shape]:
        """Return the battalions formed so far, over the lowest rows of the City."""
        own = state.of(state.player)
        groups = self.game.mission_data.groups
        secret = self.game.fog and eyes(state, self.viewer) != state.player
        y = TRACK_TOP - 34 * len(groups) - 8
        shapes: list[Shape] = [box(EDGE, y - 4, WIDTH - 2 * EDGE, 34 * len(groups) + 6, 8, "paper", "rule", 1.5)]
        for number, size in enumerate(groups, 1):
            cards = next((battalion.cards for battalion in own if battalion.number == number), ())
            line = y + 34 * (number - 1)
            letter = self.game.mission_data.letters[state.player]
            shapes += self._badge(state, state.player, f"{letter}-{number}", EDGE + 8, line, 30)
            said = ", ".join(map(name, cards)) if not secret else _("{count} cards").format(count=len(cards))
            said = f"{said or '–'}  ({len(cards)}/{size})"
            shapes.append(begun(EDGE + 50, line + 15, said, 17, WIDTH - 90, "ink", 600))
        return shapes

    # Lights

    def _lit(self, state: State, view: View, table: Table, under: bool) -> list[Shape]:
        """Return the lights on sectors, beneath the pieces where they would hide them, and on all else."""
        shapes: list[Shape] = []
        fixed = self.fixed()
        for kind, places in (
            ("glow", view.glow),
            ("last", view.last),
            ("legal", view.legal),
            ("selected", view.selection),
            ("refused", view.refused),
            ("cursor", (view.cursor,) if view.cursor else ()),
        ):
            spots = dict.fromkeys(spot for place in places if (spot := self._spot(state, table, place)))
            for place in spots:
                frame = table.frames.get(place) or fixed.get(place)
                if frame is None:
                    shapes += self._on_sector(state, kind, CITY.names.index(place), table, under)
                elif frame is not None and not under:
                    shapes += _on_frame(kind, frame)
        return shapes

    def _spot(self, state: State, table: Table, place: str) -> str:
        """Return the place that is lit for another: a card that does not lie on the table lights what holds it."""
        if place in table.frames or place in self.fixed():
            return place if not (place == SWAP and not table.buttons) else ""
        if sector_of(place) is not None:
            return place
        card = card_of(place)
        if card is None:
            return ""
        if card in state.dump:
            return DUMP
        if card in state.deck or card in state.top:
            return DECK
        holder = state.holder(card)
        if holder is None or not stands(self.game, state, holder, self.viewer):
            return ""
        return holder.place

    def _on_sector(self, state: State, kind: str, sector: int, table: Table, under: bool) -> list[Shape]:
        """Return a light on a sector; what would hide a piece lies under it, or beside."""
        x, y = CENTRES[sector]
        if y + HALF_HEIGHT / 2 > table.top:
            return []
        free = state.free(sector)
        if kind in LIT and under == (kind != "cursor"):
            light = Stamp(f"sector-{kind}", x - HALF_WIDTH, y - HALF_HEIGHT, 2 * HALF_WIDTH, 2 * HALF_HEIGHT)
            return [light, label(sector)] if kind in ("glow", "refused") else [light]
        if under or kind in ("glow", "selected", "cursor"):
            return []
        if kind == "refused":
            return [Stamp("cross", x - 18, y - 22, 36, 36) if free else Stamp("cross", x - 45, y - 12, 26, 26)]
        if kind == "last":
            return [Stamp("last", x + 34 - 0.88 * 64, y - 12 - 0.12 * 64, 64, 64)]
        return [Stamp("legal", x - 33, y - 39, 66, 66) if free else Stamp("legal", x - 60, y - 27, 54, 54)]

    # Words and gestures

    def describe(self, state: State, plain: bool = False) -> str:
        """Return the position in words, as far as it is seen; `plain` leaves out the sums of a battle."""
        return words.describe(self.game, state, self.viewer, plain)

    def say_place(self, state: State, place: str, plain: bool = False) -> str:
        """Return a place and what lies there, in words."""
        return words.say_place(self.game, state, place, self.viewer)

    def say_selection(self, state: State, selection: tuple[str, ...], plain: bool = False) -> str:
        """Return what is open or chosen so far, and what can follow."""
        return words.say_selection(self.game, state, selection, self.viewer)

    def note(self, state: State) -> str:
        """Return Energy, Dump and Hirelings in short."""
        return words.note(self.game, state)

    def modes(self, state: State) -> tuple[tuple[str, str], ...]:
        """Return the ways in which a tap can be meant now, with labels."""
        return taps.modes(self.game, state)

    def targets(self, state: State, selection: tuple[str, ...]) -> tuple[str, ...]:
        """Return the places that can be pointed at next, for the ring."""
        return taps.targets(self.game, state, selection)

    def gesture(self, state: State, selection: tuple[str, ...], mode: str, place: str) -> taps.Meant:
        """Return the action that pointing at `place` tries, or the places it leaves selected."""
        return taps.gesture(self.game, state, selection, mode, place)


def _centre(frame: Frame) -> tuple[float, float]:
    x, y, w, h = frame
    return (x + w / 2, y + h / 2)


def _level(frame: Frame, other: Frame) -> bool:
    """Tell whether two frames lie in one row."""
    return abs(_centre(frame)[1] - _centre(other)[1]) < 12


def _cell(pen: Pen, x: float, y: float, w: float, h: float) -> None:
    pen.move(x, y).line((x + w, y), (x + w, y + h), (x, y + h)).close()


def _pips(state: State, battalion: Battalion, x: float, y: float) -> list[Shape]:
    """Return a pip for each card, a damaged one lying on its side."""
    sound, lying = Pen(), Pen()
    wide = [13.0 if state.damaged >> card & 1 else 8.5 for card in battalion.cards]
    left = x - (sum(wide) + 2 * (len(wide) - 1)) / 2
    for card, w in zip(battalion.cards, wide, strict=True):
        damaged = state.damaged >> card & 1
        h = 8.5 if damaged else 13.0
        _cell(lying if damaged else sound, left, y - h / 2 + (2 if damaged else 0), w, h)
        left += w + 2
    found: list[Shape] = [sound.path("bone", "line", 1.4)] if sound.steps else []
    return [*found, lying.path("slate", "line", 1.4)] if lying.steps else found


def _on_frame(kind: str, frame: Frame) -> list[Shape]:
    """Return a light on a card, a button or another frame; the ring lies around a card's Strength."""
    x, y, w, h = frame
    if kind == "legal":
        return [Stamp("legal", x + w - 16 - 48, y + 14 - 48, 96, 96)]
    if kind == "refused":
        return [*marks(kind, rectangle(x, y, w, h)), Stamp("cross", x + w - 25, y + h - 27, 30, 30)]
    if kind == "glow":
        return list(marks(kind, rectangle(x, y, w, h))[1:])
    if kind == "last":
        return [Stamp("last", x + w - 7 - 0.88 * 64, y + 2 - 0.12 * 64, 64, 64)]
    return [*marks(kind, rectangle(x, y, w, h))]
