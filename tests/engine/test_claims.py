"""What the chapters claim holds, stands beside its sentence, and would be found out if the rules were otherwise."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from rulebook import claims as framework
from rulebook.book import Book
from rulebook.claims import HOLDS, ClaimError, Course, Look, check, claims, exhaustive, find, progress, sampled
from rulebook.cli import main
from rulebook.games.dictator import Dictator, battle
from rulebook.games.dictator import claims as dictator_claims
from rulebook.games.dictator.actions import Damage, EndTurn
from rulebook.games.dictator.state import Stage as DictatorStage
from rulebook.games.dragonheart import Dragonheart
from rulebook.games.dragonheart import engine as dragonheart_engine
from rulebook.games.dragonheart.cards import Kind
from rulebook.games.gong import Gong, link
from rulebook.games.gong import claims as gong_claims
from rulebook.games.gong import missions as gong_missions
from rulebook.games.gong.state import Duty
from rulebook.games.gong.state import Stage as GongStage
from rulebook.games.hong import Hong
from rulebook.games.hong import claims as hong_claims
from rulebook.games.hong.actions import EMPTY, EW, NS, Place
from rulebook.games.wuxia import Wuxia, matching
from rulebook.games.wuxia import claims as wuxia_claims
from rulebook.games.wuxia import engine as wuxia_engine
from rulebook.games.wuxia.state import FREE, SQUARE
from rulebook.registry import GAMES

BOOK = Book.read(Path(__file__).parents[2] / "book")
KEYS = [key for game in GAMES for key in claims(game)]
EVER = re.compile(r"\b(always|never|at most|no more than|exactly one)\b", re.IGNORECASE)
CALL = re.compile(r'claim\("([^"]+)"\)')
EXEMPT = {
    "from *always* to *never*": "names the choices of an option",
    "choose *never*": "names the choices of an option",
    "a run has a thousand games at most": "says what a page lets its visitors do",
    "nobody tires, and a battle may never end": "says what can happen, of decks that are not in the book",
}
"""Parts of sentences that have the words and claim nothing of all positions, and why."""
FEW = 12
"""A sample of this part of the usual size is enough to see that a claim holds."""


def sentences(text):
    return [part for part in re.split(r"(?<=[.!?)”])\s+|\n", text) if part.strip()]


def standing():
    """Yield each Markdown cell of the book with the claims in the code cells right after it."""
    for chapter in BOOK.chapters:
        cells = list(chapter.cells)
        for at, (kind, source) in enumerate(cells):
            if kind == "markdown":
                keys = []
                for next_kind, call in cells[at + 1 :]:
                    found = CALL.fullmatch(call.strip())
                    if next_kind != "code" or not found:
                        break
                    keys.append(found[1])
                yield chapter, source, keys


@pytest.mark.parametrize("key", KEYS)
def test_every_claim_holds(key):
    claim = find(key)
    found = check(claim) if claim.exhaustive else check(claim, positions=max(FEW, claim.positions // FEW))
    assert found.holds, found.words


@pytest.mark.parametrize("key", KEYS)
def test_every_claim_stands_right_after_its_sentence(key):
    claim = find(key)
    beside = [source for _chapter, source, keys in standing() if key in keys]
    assert len(beside) == 1
    paragraph = beside[0].split("\n\n")[-1]
    assert claim.says in paragraph
    assert claim.rule in BOOK.rules
    assert GAMES[key.partition("/")[0]].code == claim.rule[:2]


def test_every_sentence_that_says_always_never_or_at_most_has_its_claim():
    bare = [
        f"{chapter.name}: {sentence}"
        for chapter, source, keys in standing()
        for sentence in sentences(source)
        if EVER.search(sentence)
        if not any(part in sentence for part in EXEMPT)
        if not any(find(key).says in source and EVER.search(find(key).says) and _within(key, sentence) for key in keys)
    ]
    assert bare == []


def _within(key, sentence):
    """Tell whether the words of a claim and a sentence overlap."""
    return find(key).says in sentence or sentence in find(key).says


def test_no_exemption_is_left_over():
    found = [part for _chapter, source, _keys in standing() for part in sentences(source) if EVER.search(part)]
    assert [part for part in EXEMPT if not any(part in sentence for sentence in found)] == []


# The framework


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(framework, "_CLAIMS", dict(framework._CLAIMS))


def test_a_false_exhaustive_claim_is_refuted_by_its_first_exception(registry):
    @exhaustive("hong/small", "HO1.2", "All numbers are below seven", 10, "numbers")
    def small():
        for number in range(10):
            yield HOLDS if number < 7 else Look(f"{number} is not.")

    found = check(find("hong/small"))
    assert not found.holds
    assert (found.positions, found.counter.wrong) == (8, "7 is not.")
    assert found.words == "A counter-example, number 8 of 10: 7 is not."


def test_a_false_sampled_claim_shows_the_position_and_does_so_again_with_the_same_seed(registry):
    @sampled("hong/corner", "HO3.4", "Nobody lays on b2", 500, ("hong board=inner",))
    def corner(course):
        return f"{course.action} lies there." if str(course.action).startswith("b2 ") else ""

    found, again, other = (check(find("hong/corner"), seed=seed) for seed in (5, 5, 6))
    assert found.counter == again.counter
    assert found.positions == again.positions
    assert (found.positions, found.counter) != (other.positions, other.counter)
    assert found.counter.game.to_text(found.counter.state).split()[0].split("/")[1][1] in "-|"
    assert "(Seed 5.)" in found.words


def test_a_sample_that_finds_too_few_positions_does_not_hold(registry, monkeypatch):
    monkeypatch.setattr(framework, "PATIENCE", 3)
    sampled("hong/rare", "HO3.4", "Rare", 50, ("hong board=inner",))(lambda course: None)
    found = check(find("hong/rare"))
    assert not found.holds
    assert found.words == "No counter-example among 0; 50 were to be looked at."


@pytest.mark.parametrize("told", [3, 5])
def test_an_exhaustive_check_of_more_or_fewer_than_it_says_does_not_hold(told, registry):
    exhaustive("hong/four", "HO3.4", "Four", told, "things")(lambda: iter([HOLDS] * 4))
    assert not check(find("hong/four")).holds


def test_progress_goes_up_to_the_outcome():
    steps = list(progress(find("gong/thirteen")))
    assert [step.positions for step in steps] == list(range(55))
    assert [step.holds for step in steps] == [False] * 54 + [True]


@pytest.mark.parametrize("key", ["hong/none", "chess/mate", "", "hong"])
def test_an_unknown_claim_is_refused_with_those_there_are(key):
    with pytest.raises(ClaimError, match=r"hong/one-dragon"):
        find(key)


@pytest.mark.parametrize(("key", "given"), [("gong/thirteen", {"seed": 2}), ("hong/stands", {"positions": 0})])
def test_a_check_that_cannot_be_made_so_is_refused(key, given):
    with pytest.raises(ClaimError, match=key):
        check(find(key), **given)


def test_two_claims_of_one_name_are_refused(registry):
    with pytest.raises(ClaimError, match="hong/stands"):
        exhaustive("hong/stands", "HO5.4", "Again", 1, "boards")(lambda: iter([HOLDS]))


def test_the_command_prints_what_was_found(capsys, registry):
    assert main(["claims", "hong/stands", "--positions", "40", "--seed", "3"]) == 0
    assert "No counter-example among 40 positions, seed 3." in capsys.readouterr().out
    assert main(["claims", "hong/master-last", "--seed", "3"]) == 1
    assert "exhaustive over 3 boards" in capsys.readouterr().err
    sampled("hong/idle", "HO3.6", "Nothing happens", 50, ("hong board=inner",))(lambda course: "something did.")
    assert main(["claims", "hong/idle"]) == 1
    printed = capsys.readouterr()
    assert "A counter-example, number 1 of 50: something did." in printed.out
    assert "hong board=inner, after stone" in printed.err
    assert printed.out.splitlines()[-1] == "0 of 1 claims hold"


# Rules that are broken on purpose: for each claim a twist of the engine, or of what the check is told, that refutes it


def twisted(game, twist):
    """Return what lets `twist(state, action, after)` spoil every state that a game reaches."""

    def break_it(patch):
        apply = game.apply

        def spoilt(self, state, action, events=None):
            return twist(state, action, apply(self, state, action, events))

        patch.setattr(game, "apply", spoilt)

    return break_it


def patched(owner, name, value):
    return lambda patch: patch.setattr(owner, name, value)


def a_tile_turns_round(_before, action, after):
    tiles = [at for at, content in enumerate(after.cells) if content == NS]
    if not isinstance(action, Place) or len(tiles) < 8:
        return after
    return replace(after, cells=(*after.cells[: tiles[0]], EW, *after.cells[tiles[0] + 1 :]))


def a_tile_vanishes(_before, action, after):
    tiles = [at for at, content in enumerate(after.cells) if content in (EW, NS)]
    if not isinstance(action, Place) or len(tiles) < 25:
        return after
    return replace(after, cells=(*after.cells[: tiles[0]], EMPTY, *after.cells[tiles[0] + 1 :]))


def another_wakes(before, _action, after):
    if len(after.lair) < 7 or before.lair.count(None) == after.lair.count(None) or not any(after.lair):
        return after
    at = next(at for at, dragon in enumerate(after.lair) if dragon)
    return replace(after, lair=(*after.lair[:at], None, *after.lair[at + 1 :]), choice=())


def two_share_a_sector(_before, action, after):
    if not isinstance(action, EndTurn) or len(after.battalions) < 2:
        return after
    first, second, *rest = after.battalions
    return after._replace(battalions=(first, second._replace(sector=first.sector), *rest))


def any_card_can_be_hit(patch):
    legal = Dictator.legal_actions

    def all_cards(self, state):
        if state.stage is not DictatorStage.LOSS:
            return legal(self, state)
        return tuple(Damage(card) for battalion in state.battalions for card in battalion.cards)

    patch.setattr(Dictator, "legal_actions", all_cards)


def sums_alone_decide(game, state, events):
    sums = tuple(battle.strength(game, state, side) for side in (0, 1))
    return battle._decide(game, state._replace(battle=state.battle._replace(sums=sums)), events)


def anything_collects_dwarves(before, _action, after):
    if before.stage is not after.stage or not after.board[Kind.DWARF]:
        return after
    board = ((), *after.board[1:])
    return after._replace(board=board, won=(after.won[0] + after.board[Kind.DWARF], after.won[1]))


def a_card_is_lost(_before, _action, after):
    hands = [hand[:-1] if len(hand) > 3 and after.stage is GongStage.TURN and not after.deck else hand
             for hand in after.hands]  # fmt: skip
    return after._replace(hands=tuple(hands))


def every_ask_twice(patch):
    legal = Gong.legal_actions
    patch.setattr(Gong, "legal_actions", lambda self, state: legal(self, state) * 2)


def one_fits_no_more(patch):
    patch.setattr(link, "FITS", tuple(frozenset(sorted(cards)[1:]) for cards in link.FITS))


def the_corner_grows(patch):
    inside = (*wuxia_claims.STAGE.inside[:-1], (34, 35))
    patch.setattr(wuxia_claims, "STAGE", SimpleNamespace(inside=inside, names=wuxia_claims.STAGE.names))


def ponds_are_enemies(patch):
    patch.setattr(matching, "layouts", matching.layouts.__wrapped__)
    patch.setattr(matching, "SEEN", tuple((*row[:SQUARE], 2) for row in matching.SEEN))


def two_cards_are_alike(patch):
    cards = dict(wuxia_claims.quan_cards())
    cards["Lone Crane"] = cards["Two Brothers"]
    patch.setattr(wuxia_claims, "quan_cards", lambda: cards)


def chi_has_no_bound(patch):
    patch.setattr(wuxia_engine, "START", replace(wuxia_engine.START, most_chi=99))


def strikes_are_cheap(patch):
    pay = Wuxia._pay
    patch.setattr(Wuxia, "_pay", lambda self, state, change, events: pay(self, state, change + 1, events))


def a_fighter_comes(_before, _action, after):
    return after._replace(reserve=(after.reserve[0] + 1, *after.reserve[1:]))


def ponds_dry_up(before, _action, after):
    if before.cells == after.cells:
        return after
    return after._replace(cells=tuple(FREE if thing == SQUARE else thing for thing in after.cells))


BROKEN = {
    "hong/master-last": patched(hong_claims, "boards", lambda: {"####/####/####": None}),
    "hong/stands": twisted(Hong, a_tile_turns_round),
    "hong/no-draw": patched(Hong, "returns", lambda self, state: (0.0, 0.0)),
    "hong/supply-lasts": twisted(Hong, a_tile_vanishes),
    "hong/choose-one": twisted(Hong, another_wakes),
    "hong/one-dragon": twisted(Hong, another_wakes),
    "dictator/one-battalion": twisted(Dictator, two_share_a_sector),
    "dictator/damaged-once": any_card_can_be_hit,
    "dictator/always-rolls": patched(battle, "_fix_sums", sums_alone_decide),
    "dictator/as-far": patched(dictator_claims, "REACH", 5),
    "dragonheart/dwarves": twisted(Dragonheart, anything_collects_dwarves),
    "dragonheart/frames": patched(dragonheart_engine, "FRAMES", tuple(2 * n for n in dragonheart_engine.FRAMES)),
    "dragonheart/no-passing": patched(Dragonheart, "objection", lambda self, state, action: None),
    "gong/thirteen": one_fits_no_more,
    "gong/not-all-pass": twisted(Gong, a_card_is_lost),
    "gong/duty": patched(link, "_grown", lambda duty, own: Duty.LATE),
    "gong/asks": every_ask_twice,
    "gong/mission-size": patched(gong_missions, "LONGEST", 81),
    "gong/mission-names": patched(gong_claims, "read", lambda text, name: {}),
    "wuxia/zone-49": the_corner_grows,
    "wuxia/corner": ponds_are_enemies,
    "wuxia/one-card": two_cards_are_alike,
    "wuxia/chi": chi_has_no_bound,
    "wuxia/chi-gains": strikes_are_cheap,
    "wuxia/summon-yours": patched(Wuxia, "available", lambda self, state: tuple(c for c in state.pool if c > 0)),
    "wuxia/summon-kept": twisted(Wuxia, lambda _before, _action, after: after._replace(discards=(0,))),
    "wuxia/fighters": twisted(Wuxia, a_fighter_comes),
    "wuxia/ponds": twisted(Wuxia, ponds_dry_up),
}
"""Claim -> what breaks the rules so that it is false."""


def test_every_claim_has_its_counter_test():
    assert sorted(BROKEN) == sorted(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_broken_rule_is_found_out(key, monkeypatch):
    BROKEN[key](monkeypatch)
    found = check(find(key))
    assert found.counter is not None, found.words
    assert found.counter.wrong


def test_a_course_knows_its_last_ply():
    game = Hong(board="inner")
    first = game.initial_state()
    stone = game.legal_actions(first)[0]
    course = Course(game, [first, game.apply(first, stone)], [stone])
    assert (course.before, course.action) == (first, stone)
    assert course.after != first
    assert not course.over
