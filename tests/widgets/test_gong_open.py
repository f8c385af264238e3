"""The table of Gong where all hands lie open: on teaching boards, and when a game is over."""

import random

import pytest

from rulebook.game import CHANCE, TERMINAL, draw
from rulebook.games.gong.actions import SEATS
from rulebook.games.gong.cards import GALAXIES, GALAXY, JOKER, NAMES, noted
from rulebook.games.gong.state import Stage
from rulebook.registry import parse_game
from rulebook_widgets.paint_canvas import check
from rulebook_widgets.pictures import picture_of
from rulebook_widgets.pictures.gong_cards import CARD, COLUMN, card_drawn
from rulebook_widgets.pictures.gong_open import faces
from rulebook_widgets.pictures.gong_seats import RISE
from rulebook_widgets.pictures.gong_table import ONE_ROW, hand_lies
from rulebook_widgets.scene import Stamp, Text, View

TABLES = [
    f"gong variant={variant} players={players}" for variant in ("link", "family", "fight") for players in (2, 4, 6)
]


def moments(header, seed):
    """Return a dozen states of a random game in which a player decides, and its end."""
    game, rng = parse_game(header), random.Random(seed)
    state, found = game.initial_state(), []
    while state.player != TERMINAL:
        if state.player == CHANCE:
            state = game.apply(state, draw(game, state, rng))
            continue
        found.append(state)
        state = game.apply(state, rng.choice(game.legal_actions(state)))
    return [*found[:: max(1, len(found) // 12)], state]


def looking(header, viewer=None, curtain=False):
    looks = picture_of(parse_game(header))
    looks.viewer, looks.curtain = viewer, curtain
    return looks


def others_of(state, seat):
    """Return the seats other than one that hold cards."""
    return [other for other, hand in enumerate(state.hands) if hand and other != seat]


def small_faces(looks, state):
    """Return by number the small faces that lie on the plaques of the others, and how many are only counted."""
    game = looks.game
    inside = [looks.frames(state)[name] for name in game.seats if name != SEATS[state.player]]
    shapes = looks.picture(state, View()).shapes
    within = [
        one
        for one in shapes
        if isinstance(one, Text | Stamp)
        and any(x <= one.x <= x + w and y + 30 <= one.y <= y + h for x, y, w, h in inside)
    ]
    more = sum(int(one.words) for one in within if isinstance(one, Text) and one.words.startswith("+"))
    seals = [one.name for one in within if isinstance(one, Stamp) and one.name.startswith(("seal-", "disc"))]
    return seals, more


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("variant", ["link", "fight"])
def test_on_an_open_table_the_other_hands_lie_face_up(variant, players):
    header = f"gong variant={variant} players={players}"
    looks, closed = looking(header), looking(header)
    for state in moments(header, 21) + moments(header, 22):
        if state.player == TERMINAL:
            continue
        seals, more = small_faces(looks, state)
        cards = [card for seat in others_of(state, state.player) for card in state.hands[seat]]
        assert len(seals) + more == len(cards)
        assert more == 0 or max(map(len, state.hands)) > 9
        wanted = sorted("disc" if card == JOKER else f"seal-{GALAXY[card]}" for card in cards)
        assert more or sorted(seals) == wanted
        for seat in others_of(state, state.player):
            said = f"{SEATS[seat]}'s hand: {noted(state.hands[seat])}."
            assert said in looks.describe(state)
            assert said in looks.say_place(state, SEATS[seat])
            card = state.hands[seat][0]
            if card != JOKER:
                assert f": in {SEATS[seat]}'s hand." in looks.say_place(state, NAMES[card])
                if card not in (state.card, *state.row[-1:]):
                    assert NAMES[card] not in looks.frames(state), "another's card is no place"
        for closed.viewer in (state.player, -1):
            assert not [
                one
                for one in closed.picture(state, View()).shapes
                if isinstance(one, Stamp) and one.name.startswith("seal-")
            ]
            for seat in others_of(state, state.player):
                assert f"{SEATS[seat]}'s hand:" not in closed.describe(state) + closed.say_place(state, SEATS[seat])


@pytest.mark.parametrize("count", range(1, 31))
@pytest.mark.parametrize("players", range(2, 7))
def test_an_open_hand_of_any_size_stays_on_its_plaque(count, players):
    looks = looking(f"gong variant=link players={players}")
    for x, y, w, h in looks.plan.others:
        shapes = faces((*range(count - 1), JOKER), x + 7, y + 32.5, w - 14, h - 37.5)
        more = [int(one.words) for one in shapes if isinstance(one, Text) and one.words.startswith("+")]
        stamps = [one for one in shapes if isinstance(one, Stamp)]
        assert len(stamps) + sum(more) == count
        assert count > 10 or not more
        for one in stamps:
            assert x + 7 <= one.x
            assert one.x + one.width <= x + w - 6
            assert y + 32 <= one.y
            assert one.y + one.height <= y + h - 4
            assert min(one.width, one.height) >= 12
        assert all(one.size >= 15 for one in shapes if isinstance(one, Text))


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_open_chart_of_family_tells_who_holds_each_card(players):
    header = f"gong variant=family players={players}"
    looks, closed = looking(header), looking(header)
    for state in moments(header, 23):
        if state.player == TERMINAL:
            continue
        texts = [shape for shape in looks.picture(state, View()).shapes if isinstance(shape, Text)]
        closed.viewer = state.player
        hidden = [shape for shape in closed.picture(state, View()).shapes if isinstance(shape, Text)]
        for card in range(JOKER):
            x, y, w, h = looks.plan.cell(card)
            here = [[one.words for one in found if x <= one.x <= x + w and y <= one.y <= y + h]
                    for found in (texts, hidden)]  # fmt: skip
            holders = [seat for seat in others_of(state, state.player) if card in state.hands[seat]]
            names = [word for word in here[0] if word in SEATS]
            assert names == [SEATS[seat] for seat in holders]
            assert not set(here[1]) & set(SEATS)
            for seat in holders:
                assert f"in {SEATS[seat]}'s hand." in looks.say_place(state, NAMES[card])
                assert SEATS[seat] not in closed.say_place(state, NAMES[card])
                assert f"in {SEATS[seat]}'s hand" in looks.say_place(state, GALAXIES[GALAXY[card]])
                assert SEATS[seat] not in closed.say_place(state, GALAXIES[GALAXY[card]])
        for seat in others_of(state, state.player):
            said = f"{SEATS[seat]}'s hand: {noted(state.hands[seat])}."
            assert said in looks.describe(state)
            assert said not in closed.describe(state)


@pytest.mark.parametrize("header", TABLES)
def test_at_the_end_all_hands_are_turned_up_for_everybody_but_not_behind_a_curtain(header):
    state = moments(header, 24)[-1]
    assert state.stage is Stage.OVER
    for viewer in (None, -1, 0, 1):
        looks = looking(header, viewer)
        covered = looking(header, viewer, True)
        for seat, hand in enumerate(state.hands):
            said = f"{SEATS[seat]}'s hand: {noted(hand)}."
            assert (said in looks.describe(state)) == bool(hand)
            assert said not in covered.describe(state)
        check(looks.picture(state, View()), ())


def test_in_two_rows_of_a_hand_number_and_emblem_stay_visible():
    for count in range(ONE_ROW + 1, 17):
        lies = hand_lies(count, 0.0)
        assert all(w >= CARD[0] - 10 for _x, _y, w, _h in lies.frames)
        below = min(y for _x, y, _w, _h in lies.frames if y > 0)
        drawn = [one for one in card_drawn(0) if isinstance(one, Text) and one.x < COLUMN]
        assert all(one.y + one.size / 2 < below - RISE for one in drawn)
        # The medallion ends at 56, the large emblem at 49.
        assert below >= 56
        assert below - RISE >= 49
