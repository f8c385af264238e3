"""Answer codes: what goes in comes out; what is mistyped, foreign or made up is noticed at the rate that is named."""

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from rulebook.classroom import (
    LENGTH,
    MOST_CODES,
    MOST_SAID,
    MOST_TRIES,
    PAGES,
    SYMBOLS,
    Answer,
    CodeError,
    Round,
    read,
    write,
)
from rulebook.exercise import exercise, exercises
from rulebook.registry import GAMES

ALL = [entry for key in GAMES for entry in exercises(key).values()]
ENTRY = exercise("hong/close-one")
ANSWERS = [
    Answer(page, right, tries, hints)
    for page in (0, 1, 31, 12345, PAGES - 1)
    for right, tries, hints in product((False, True), range(1, MOST_TRIES + 1), range(5))
]


def answered(page=7, right=True, tries=1, hints=0, entry=ENTRY):
    return write(entry, Answer(page, right, tries, hints))


def readable(code, entry=ENTRY):
    try:
        read(entry, code)
    except CodeError:
        return False
    return True


@pytest.mark.parametrize("answer", ANSWERS, ids=str)
def test_what_a_code_says_is_what_was_written(answer):
    code = write(ENTRY, answer)
    assert len(code) == LENGTH + 1
    assert set(code.replace("-", "")) <= set(SYMBOLS)
    assert read(ENTRY, code) == answer


def test_two_answers_never_have_one_code():
    assert len({write(ENTRY, answer) for answer in ANSWERS}) == len(ANSWERS)


def test_many_tries_and_hints_are_told_as_the_most():
    assert read(ENTRY, answered(tries=99, hints=99)) == Answer(7, True, MOST_TRIES, 4)


def test_a_code_may_be_typed_as_it_is_read_out():
    code = next(code for page in range(9999) if {"0", "1"} <= set(code := answered(page)))
    sloppy = code.lower().replace("0", "o").replace("1", "l", 1).replace("1", "i").replace("-", " ")
    assert read(ENTRY, f"  {sloppy} ") == read(ENTRY, code)


@pytest.mark.parametrize("page", range(12))
def test_every_single_wrong_symbol_is_noticed(page):
    code = answered(page * 5003 % PAGES, page % 2 == 0, 1 + page % 3, page % 5).replace("-", "")
    for at, symbol in product(range(LENGTH), SYMBOLS):
        wrong = code[:at] + symbol + code[at + 1 :]
        assert readable(wrong) == (wrong == code)


@pytest.mark.parametrize("page", range(30))
def test_every_two_symbols_that_have_changed_places_are_noticed(page):
    code = answered(page * 1999 % PAGES).replace("-", "")
    for one, other in combinations(range(LENGTH), 2):
        swapped = list(code)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        assert readable("".join(swapped)) == (code[one] == code[other])


def test_what_is_made_up_passes_once_in_about_two_hundred_thousand():
    """1 of 32 by the check symbol, 1 of 4096 by the exercise, 80 of 128 by the outcome: 5 in a million."""
    rng = random.Random(8)
    made_up = ("".join(rng.choices(SYMBOLS, k=LENGTH)) for _code in range(100_000))
    assert sum(map(readable, made_up)) <= 5


def test_a_code_of_another_exercise_or_position_is_refused():
    code = answered()
    for other in (exercise("hong/close-three"), ENTRY.numbered(1), replace(ENTRY, task="Another task.")):
        with pytest.raises(CodeError, match="another exercise, or of another position"):
            read(other, code)


def test_hardly_two_exercises_share_their_codes():
    """Two of n exercises meet by chance with 1 in 4096: that is rare, and no two of one chapter do."""
    code = {entry.key: answered(entry=entry) for entry in ALL}
    met = [(one.key, other.key) for one, other in combinations(ALL, 2) if readable(code[one.key], other)]
    assert len(met) <= 2 * len(ALL) ** 2 / 2 / 4096
    assert not any(one.partition("/")[0] == other.partition("/")[0] for one, other in met)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4K7", "has 8 symbols, and these are 3"),
        ("4K7Q-X2M9-1", "has 8 symbols, and these are 9"),
        ("4K7U-X2M9", "U stands in no code"),
        ("4K7é-X2M9", "É stands in no code"),
        ("", "has 8 symbols, and these are 0"),
    ],
)
def test_what_is_no_code_is_refused_in_words(text, complaint):
    with pytest.raises(CodeError, match=complaint):
        read(ENTRY, text)


def test_right_and_wrong_are_not_seen_at_a_glance():
    """No single symbol of a code tells whether the answer was right."""
    codes = {right: [answered(page, right).replace("-", "") for page in range(0, PAGES, 29)] for right in (True, False)}
    for at in range(LENGTH):
        seen = {right: {code[at] for code in found} for right, found in codes.items()}
        assert len(seen[True] & seen[False]) == 32


# A round


def entered(*codes):
    return Round(ENTRY).enter(",".join(codes))


def test_a_round_counts_answers_tries_and_hints():
    codes = [answered(1), answered(2, tries=3, hints=1), answered(3, right=False, tries=2, hints=4), answered(4)]
    taken, said = entered(*codes)
    assert said == ("Entered: 4.",)
    assert (len(taken.answers), taken.right) == (4, 3)
    assert taken.by_tries() == ((1, 2), (2, 0), (3, 1))
    assert taken.by_hints() == ((0, 2), (1, 1), (2, 0), (3, 0), (4, 1))


def test_an_empty_round_has_nothing_to_show():
    assert (Round(ENTRY).right, Round(ENTRY).by_tries(), Round(ENTRY).by_hints()) == (0, (), ())


@pytest.mark.parametrize("between", ["\n", ",", "; ", "\r\n", "\n\n , ", ""])
def test_many_codes_are_entered_at_once(between):
    taken, said = Round(ENTRY).enter(between.join(answered(page) for page in range(25)))
    assert len(taken.answers) == 25
    assert said == ("Entered: 25.",)


def test_codes_with_spaces_in_them_are_told_apart():
    text = " ".join(answered(page).replace("-", " ") for page in range(4))
    assert len(Round(ENTRY).enter(text)[0].answers) == 4


def test_the_same_code_twice_is_said_and_counts_once():
    taken, said = entered(answered(1), answered(1))
    assert len(taken.answers) == 1
    assert said == ("Entered: 1.", f"{answered(1)} has been entered already.")


def test_a_later_answer_of_a_page_takes_the_place_of_the_earlier_one():
    first, later = answered(1, right=False), answered(1, tries=2)
    taken, _said = entered(first, answered(2))
    taken, said = taken.enter(later)
    assert [answer.right for answer in taken.answers] == [True, True]
    assert "put in the place of the earlier ones: 1" in said[0]
    again, said = taken.enter(first)
    assert again == taken
    assert "an earlier answer of a page" in said[0]


def test_bad_codes_are_named_and_good_ones_beside_them_are_taken():
    foreign = answered(3, entry=exercise("gong/sweep"))
    mistyped = answered(4)[:-1] + ("2" if answered(4)[-1] != "2" else "3")
    taken, said = entered(answered(1), foreign, mistyped, "hello", answered(2))
    assert len(taken.answers) == 2
    assert said[0] == "Entered: 2."
    assert [line.partition(" ")[0].rstrip(":") for line in said[1:]] == [foreign, mistyped, "hello"]


def test_nothing_entered_is_said():
    assert "No code was entered" in Round(ENTRY).enter(" ,\n;")[1][0]


def test_an_answer_is_dropped_by_its_code():
    taken, _said = entered(answered(1), answered(2))
    assert taken.drop(answered(1)).answers == (Answer(2, True, 1, 0),)
    with pytest.raises(CodeError, match="has not been entered"):
        taken.drop(answered(9))


def test_a_round_and_what_is_read_for_it_are_bounded():
    taken = Round(ENTRY, tuple(Answer(page, True, 1, 0) for page in range(MOST_CODES)))
    full, said = taken.enter(answered(MOST_CODES + 1))
    assert full == taken
    assert "answers at most" in said[0]
    said = Round(ENTRY).enter("x," * 10**6)[1]
    assert len(said) == MOST_SAID + 1
    assert "more" in said[-1]
