"""What a chapter may call: boards (`figure`, `play`, `try_out`, `exercise`, `replay`, …), and `claim` for a sentence.

A board takes a game as its header names it, `"hong board=inner lair=yes"`; all return something to display.
"""

from __future__ import annotations

import random
from typing import Any

from rulebook.bots import LEVELS, OVERLOOKS
from rulebook.claims import find as find_claim
from rulebook.exercise import exercise as find_exercise
from rulebook.game import NotationError
from rulebook.games.dictator import Dictator
from rulebook.games.dragonheart import survey as dragonheart_survey
from rulebook.games.hong.solved import of_board, table
from rulebook.lab import Plan, play_all
from rulebook.playthrough import Playthrough
from rulebook.registry import parse_game
from rulebook.results import find as find_result
from rulebook.results import titled
from rulebook.script import find as find_script
from rulebook.search import consider
from rulebook.strength import find as find_strength
from rulebook.words import _
from rulebook_widgets.badge import Badge
from rulebook_widgets.board import Board
from rulebook_widgets.calculator import CalculatorSession
from rulebook_widgets.claims import ClaimSession
from rulebook_widgets.classroom import ClassSession, chapter_of
from rulebook_widgets.coaching import CoachedSession
from rulebook_widgets.experiment import Experiment
from rulebook_widgets.laboratory import Laboratory
from rulebook_widgets.paint_svg import svg
from rulebook_widgets.pictures import chart, dictator_cards, picture_of
from rulebook_widgets.pictures.fans import MOST as MOST_ACTIONS
from rulebook_widgets.pictures.fans import fans
from rulebook_widgets.pictures.sheet import sheet
from rulebook_widgets.pictures.solved import bars
from rulebook_widgets.pictures.strengths import strengths
from rulebook_widgets.practice import PracticeBoard, PracticeSession
from rulebook_widgets.references import Page, sheet_of, words_of
from rulebook_widgets.replays import ReplaySession
from rulebook_widgets.scene import Picture, View
from rulebook_widgets.setting import SettingBoard, SettingSession
from rulebook_widgets.tasks import ExerciseSession, TrySession

__all__ = [
    "Figure",
    "calculator",
    "claim",
    "class_tally",
    "exercise",
    "figure",
    "gallery",
    "glossary",
    "lab",
    "play",
    "practice",
    "quick_reference",
    "quoted",
    "referee",
    "replay",
    "search_fans",
    "set_up",
    "solved",
    "strength",
    "survey",
    "try_out",
]

ARMIES = ("T", "C", "H")


class Figure:
    """A picture that stands still, and its words; display it."""

    def __init__(self, picture: Picture, words: str) -> None:
        self._words = words
        self._svg = svg(picture, words)

    def __repr__(self) -> str:
        return self._words

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"image/svg+xml": self._svg, "text/plain": repr(self)}


def figure(game: str, position: str, *, count: bool = False, light: tuple[str, ...] = ()) -> Figure:
    """Return a still picture of a position; `count` lays the counters, `light` lights places.

    Raises `NotationError` for a game or position that is none.
    """
    rules = parse_game(game)
    state = rules.from_text(position)
    looks = picture_of(rules)
    counted = len(rules.tally(state)) if count else 0
    return Figure(looks.picture(state, View(counted=counted, glow=light)), looks.describe(state))


def gallery(game: str, army: str) -> Figure:
    """Return the cards of one army of Dictator-Control: `"T"` Templars, `"C"` Synclith, `"H"` Hirelings.

    Raises `NotationError` for a game or an army that is none.
    """
    rules = parse_game(game)
    if not isinstance(rules, Dictator) or army not in ARMIES:
        raise NotationError(f"'{game}', '{army}': a gallery shows Dictator-Control, army {', '.join(ARMIES)}")
    return Figure(*dictator_cards.gallery(rules, army))


def survey(games: int, seed: int) -> Figure:
    """Return what so many games of Dragonheart tell of its kinds, greedy against greedy, and of greedy against random.

    The same seed gives the same figures.
    """
    found = dragonheart_survey.survey(games, seed)
    return Figure(chart.chart(found), found.table())


def quoted(game: str, *figures: str, bots: tuple[str, ...] = ("greedy",), store: str = "play") -> Figure:
    """Return figures of a game from a store of results, `"turns"`, `"first"`, `"seat 0"` …; without names, the usual.

    `bots` sit by seat, the last takes those that are left. Raises `NotationError` for a game that is none,
    `ResultError` for a result or figure that the store does not hold.
    """
    result = find_result(game, bots, store)
    names = figures or result.usual
    words = [f"{result.title}: {result.source}", *(f"{result.label(name)}: {result.text(name)}" for name in names)]
    return Figure(sheet(result, names), "\n".join(words))


def strength(game: str) -> Figure:
    """Return how the bots fared against each other in a game, from the store of the book, and their ratings.

    Raises `NotationError` for a game that is none, `ResultError` for one that the store does not hold.
    """
    found = find_strength(game)
    return Figure(strengths(found), found.table())


def search_fans(game: str, position: str, *, seed: int = 1) -> Figure:
    """Return which actions of a position each level of bots looked at, and how often.

    Raises `NotationError` for a game or position that is none or has more actions than there is room for.
    """
    rules = parse_game(game)
    state = rules.from_text(position)
    names = [str(action) for action in rules.legal_actions(state)]
    if rules.current_player(state) < 0 or len(names) > MOST_ACTIONS:
        raise NotationError(f"'{position}': a seat must decide, and among {MOST_ACTIONS} actions at most")
    found = {
        level: consider(rules, state, budget, OVERLOOKS[level], random.Random(seed)) for level, budget in LEVELS.items()
    }
    words = [f"{level}: {', '.join(f'{line.action} {line.visits}' for line in found[level])}" for level in found]
    return Figure(fans(found, names), "\n".join((titled(rules), _("Playouts that began with each action"), *words)))


def quick_reference(game: str) -> Page:
    """Return the rules of a game in short, on one sheet: `"hong"`. Raises `NotationError` for a game that is none."""
    return sheet_of(parse_game(game).key)


def glossary(game: str) -> Page:
    """Return the defined words of a game, from A to Z: `"hong"`. Raises `NotationError` for a game that is none."""
    return words_of(parse_game(game).key)


def lab(game: str, *, bots: tuple[str, ...] = ("greedy",), games: int = 20, seed: int = 1) -> Laboratory:
    """Return the bench of the lab, so many games played; from there on the reader chooses. Raises `NotationError`."""
    session = Experiment(Plan(game, bots, games, seed))
    for record in play_all(session.plan):
        session.add(record)
    return Laboratory(session)


def play(game: str, *, seed: int = 0, players: tuple[str, ...] = (), position: str = "") -> Board:
    """Return a table to play a whole game at; `players` has one of `session.PLAYERS` a seat, or fewer.

    Raises `NotationError` for a game or position that is none, `ValueError` for a player that is none.
    """
    return Board(CoachedSession(Playthrough.begin(parse_game(game), position, seed), players))


def try_out(game: str, position: str) -> Board:
    """Return a small board to try a rule on. Raises `NotationError` for a game or position that is none."""
    return Board(TrySession(Playthrough.begin(parse_game(game), position)))


def exercise(key: str) -> Board:
    """Return the exercise called `hong/name`. Raises `ExerciseError` if there is none."""
    return Board(ExerciseSession(find_exercise(key)))


def class_tally(key: str) -> Board:
    """Return the teacher's board: an exercise posed to a class, `hong/name` at first, and the tally of its answers.

    Raises `ExerciseError` if there is no such exercise.
    """
    return Board(ClassSession(find_exercise(key), chapter_of))


def claim(key: str) -> Badge:
    """Return the badge of the claim called `hong/name`, to stand after its sentence. Raises `ClaimError`."""
    return Badge(ClaimSession(find_claim(key)))


def solved(board: str) -> Figure:
    """Return what best play makes of a small board of Hong, `"####/####/####/####"`, for each number of stones.

    Raises `ValueError` for a board that the store does not hold.
    """
    found = of_board(board)
    return Figure(bars(found), f"Hong, {board}, best play on both sides\n{table(found)}")


def calculator(game: str, attacker: str, defender: str = "", energy: tuple[int, int] = (6, 6)) -> Board:
    """Return the battle calculator, opened with two battalions: their cards' names, parted by spaces.

    Without a `defender` a Guild is attacked. Raises `NotationError` for cards that two battalions cannot have.
    """
    battalions = (tuple(attacker.split()), tuple(defender.split()))
    return Board(CalculatorSession(parse_game(game), battalions, energy))


def replay(key: str, *, step: int = 0) -> Board:
    """Return the script or written line of play called `hong/name`, to step through and to play on from.

    `step` is the one it opens at. Raises `ScriptError` if there is neither or the script is damaged,
    `PlaythroughError` if the line is, `ValueError` for a step that it does not have.
    """
    script = find_script(key)
    if not 0 <= step < len(script.stops):
        raise ValueError(f"'{key}' has steps 0 to {len(script.steps)}; there is no step {step}")
    return Board(ReplaySession(script, stop=step, key=key))


def referee(game: str, *, seed: int = 0) -> Board:
    """Return a board on which the reader judges moves of a game, `"hong"`: legal, or forbidden by which rule?

    Raises `PracticeError` for a game that is none.
    """
    return PracticeBoard(PracticeSession(game, (), seed))


def practice(game: str, *rules: str, seed: int = 0) -> Board:
    """Return a board to practise some rules of a game on, `"hong", "HO3.4"`; of a single one only whether it forbids.

    Raises `PracticeError` for a game or a rule that cannot be practised.
    """
    return PracticeBoard(PracticeSession(game, rules, seed))


def set_up(game: str, position: str = "") -> Board:
    """Return a board to set up positions of a game on, empty or with one put up.

    Raises `NotationError` for a game that is none, `IllegalAction` for a position that cannot be set up.
    """
    return SettingBoard(SettingSession(parse_game(game), position))
