"""Links: whole games come back, damaged and forged ones are refused in words, and none costs much."""

import base64
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook import link as links
from rulebook.bots import POLICIES
from rulebook.exercise import exercise, exercises
from rulebook.game import NotationError, draw, playout
from rulebook.games.dictator.cards import find
from rulebook.games.dictator.odds import meeting
from rulebook.games.hong import Hong
from rulebook.link import KINDS, LONGEST, MOST_PLIES, PLAYERS, Link, LinkError, Numbers, read, write
from rulebook.playthrough import Playthrough
from rulebook.registry import GAMES, every_variant, parse_game, parse_offered
from rulebook.script import find as find_script
from rulebook.script import names as script_names
from rulebook.setting import Setting, made, write_exercise

VARIANTS = list(every_variant())
variants = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: game.header())
COMFORTABLE = 1200
"""How many characters a QR code holds and can still be read from a few steps away."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def played(game, seed, most=None):
    """Return a line of random play, to its end or `most` plies long."""
    begun = Playthrough.begin(game, seed=seed)
    actions, _state = playout(game, begun.state, random.Random(seed))
    actions = actions[:most]
    states = [begun.state]
    for action in actions:
        states.append(game.apply(states[-1], action))
    return replace(begun, states=tuple(states), actions=tuple(actions))


def opened(text):
    """Return the bytes of a link without their checksum."""
    return base64.urlsafe_b64decode(text[1:] + "=" * (-len(text[1:]) % 4))[: -links.CHECKSUM]


def sealed(body):
    """Return bytes as a link whose checksum is right: what a forger can do."""
    return links.EDITION + base64.urlsafe_b64encode(body + links._checksum(body)).rstrip(b"=").decode()


@pytest.fixture
def costs(monkeypatch):
    """Count how often an engine is asked for actions or a ply while a link is read."""
    counted = {"legal": 0, "plies": 0}
    for kind in GAMES.values():

        def legal(self, state, asked=kind.legal_actions):
            counted["legal"] += 1
            return asked(self, state)

        monkeypatch.setattr(kind, "legal_actions", legal)

    def play(game, state, action, done=links.play):
        counted["plies"] += 1
        return done(game, state, action)

    monkeypatch.setattr(links, "play", play)
    return counted


@variants
def test_a_whole_game_comes_back_and_fits_a_qr_code(game):
    for seed in range(3):
        line = played(game, seed)
        rng = random.Random(seed)
        tempers = tuple((temper.name, temper.choices[-1][0]) for temper in game.tempers)
        players = tuple(rng.choice(PLAYERS) for _seat in range(game.num_players))
        link = Link("play", line, rng.randint(0, len(line)), players=players, settings=tempers, chosen=bool(seed % 2))
        text = write(link)
        assert read(text) == link
        assert len(text) <= COMFORTABLE
        assert re.fullmatch(r"[A-Za-z0-9_-]+", text)
        if game.key == "hong":
            assert len(text) < 150


@variants
def test_a_line_from_a_position_comes_back(game):
    line = played(game, 5)
    middle = len(line) // 2
    begun = Playthrough.begin(game, game.to_text(line.states[middle]))
    rest = replace(begun, states=line.states[middle:], actions=line.actions[middle:])
    link = Link("try", rest, 1)
    assert read(write(link)) == link


def test_every_exercise_and_its_fresh_positions_have_a_link():
    for game in GAMES:
        for name, entry in exercises(game).items():
            for number in (0, 3) if entry.fresh[0] else (0,):
                posed = entry.numbered(number)
                if posed is None:
                    continue
                link = Link("exercise", Playthrough.begin(posed.game, posed.position), 0, f"{game}/{name}", number)
                assert read(write(link)) == link


def test_the_moves_of_an_exercise_come_back():
    posed = exercise("hong/close-one")
    line = Playthrough.begin(posed.game, posed.position).then(posed.game.legal_actions(posed.state)[0])
    link = Link("exercise", line, 1, posed.key)
    assert read(write(link)) == link


@pytest.mark.parametrize("key", [key for game in GAMES for key in script_names(game)])
def test_every_replay_has_a_link_at_every_stop_and_off_script(key):
    script = find_script(key)
    for step in script.stops[:: max(1, len(script.stops) // 5)]:
        link = Link("replay", script.line, step.ply, key)
        assert read(write(link)) == link
        left = script.line.upto(step.ply)
        if not left.over:
            action = draw(left.game, left.state, random.Random(1)) if left.game.current_player(left.state) < 0 else None
            own = left.then(action or left.game.legal_actions(left.state)[-1])
            link = Link("replay", own, len(own), key, left=step.ply)
            assert read(write(link)) == link


def test_a_battle_of_the_calculator_comes_back():
    game = parse_game("dictator")
    state = meeting(game, (find("Knechts"),), (find("Hoplon"),))
    link = Link("calculator", Playthrough(game, (state,)), 0)
    assert read(write(link)) == link


@pytest.mark.parametrize("key", GAMES)
def test_a_position_that_is_being_set_up_comes_back(key):
    rng = random.Random(key)
    setting = Setting(parse_game(key))
    state = setting.initial_state()
    for _put in range(6):
        state = setting.apply(state, rng.choice(setting.legal_actions(state)))
        link = Link("setting", Playthrough(setting, (state,)), 0)
        assert read(write(link)) == link


INNER = parse_game("hong board=inner")
SET_UP = "_________/_S.S...S_/_......._/_......._/_..|.|.._/_......._/_......._/_......._/_________ emperor"
MADE = made(INNER, Setting(INNER).from_text(SET_UP), "completes", {"sizes": [1]})


def test_an_exercise_that_was_made_comes_back():
    text = write_exercise(MADE)
    link = Link("made", Playthrough.begin(MADE.game, MADE.position), 0, text)
    assert read(write(link)) == link


def test_numbers_kept_from_line_to_line_write_the_same_links():
    line, other = played(parse_game("wuxia"), 1), played(parse_game("wuxia"), 2)
    numbers = Numbers()
    for known in (line.upto(9), line.upto(40), line.upto(3), other.upto(50), line):
        link = Link("play", known, 0)
        assert write(link, numbers) == write(link)


def test_known_numbers_are_not_looked_up_again(costs):
    line, numbers = played(parse_game("hong"), 1), Numbers()
    write(Link("play", line.upto(30), 30), numbers)
    costs["legal"] = 0
    write(Link("play", line.upto(32), 32), numbers)
    assert costs["legal"] == 2


def test_the_wire_is_what_it_was():
    """A link written once is read for ever: one that cannot be needs another edition."""
    game = parse_game("hong board=inner")
    line = Playthrough.begin(game, seed=7)
    for notation in ("stone d4", "stone c6", "stone g7", "d3 -", "e5 |"):
        line = line.then(game.parse(notation))
    text = "1ABBob25nIGJvYXJkPWlubmVyAAAIAjA1AAQFZofmG2b27IN1OA"
    assert read(text) == Link("play", line, 4, players=("reader", "hard"))
    assert write(read(text)) == text


def test_players_are_the_books_bots():
    assert set(PLAYERS) == {"reader", *POLICIES}


# Damage


def test_every_changed_missing_or_added_character_is_noticed():
    text = write(Link("play", played(parse_game("hong board=inner"), 3), 9))
    rng = random.Random(1)
    for at in range(len(text)):
        other = rng.choice([letter for letter in LETTERS if letter != text[at]])
        swapped = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        for damaged in (text[:at] + other + text[at + 1 :], text[:at], text[:at] + text[at + 1 :], swapped):
            if damaged != text:
                with pytest.raises(LinkError):
                    read(damaged)
    for added in ("A", "AAAA", "=", "\n", "."):
        with pytest.raises(LinkError):
            read(text + added)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "the first character"),
        ("hello", "the first character"),
        ("2AAAA", "the first character"),
        ("1", "the link"),
        ("1AB C", "character 4"),
        ("1ABÄ", "character 4"),
        ("1AAAAA", "the end"),
        ("1AAAA", "the link"),
        ("1" + "A" * LONGEST, "the link"),
    ],
)
def test_what_is_no_link_is_refused_with_the_place(text, place):
    with pytest.raises(LinkError) as refused:
        read(text)
    assert refused.value.place == place
    assert refused.value.why


def test_rules_that_have_changed_are_noticed(monkeypatch):
    game = parse_game("hong board=inner")
    text = write(Link("play", played(game, 3), 9))
    asked = Hong.legal_actions
    monkeypatch.setattr(Hong, "legal_actions", lambda self, state: asked(self, state)[::-1])
    with pytest.raises(LinkError, match="the rules have changed since") as refused:
        read(text)
    assert refused.value.place in ("the line of play", *(f"ply {ply}" for ply in range(1, 70)))


# Forgery


def forged(source, kind="play", number=0, position="", players=""):
    """Return a sealed link with a source, a number and a position of the forger's own, without a ply."""
    return sealed(
        bytes((KINDS.index(kind),))
        + links._text(source)
        + links._whole(number)
        + links._packed(position)
        + links._whole(0)
        + links._text(players)
        + bytes(4)
    )


FOREIGN = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "text",
    [
        forged(FOREIGN),
        forged(f"hong board={FOREIGN}"),
        forged(f"hong {FOREIGN}=yes"),
        forged("hong", position=FOREIGN),
        forged("hong", players=FOREIGN[:9]),
        forged(FOREIGN, "exercise"),
        forged(f"hong/{FOREIGN}", "exercise"),
        forged(FOREIGN, "replay"),
        forged("hong/../../../etc/passwd", "replay"),
        forged("hong/close-one", "exercise", 10**4),
        forged(FOREIGN, "setting"),
        forged("hong", "setting", position=FOREIGN),
        forged("", "made", position=FOREIGN),
    ],
)
def test_a_forged_link_is_refused_and_its_words_are_never_said(text):
    with pytest.raises(LinkError) as refused:
        read(text)
    said = str(refused.value)
    assert not any(word in said for word in ("script>", "passwd", "alert"))


@pytest.mark.parametrize("header", ["gong variant=fight missions={}", "wuxia deck={}"])
def test_a_link_opens_no_file(header, tmp_path, monkeypatch):
    def opened(*_where, **_how):
        raise AssertionError("a file was opened")

    header = header.format(tmp_path / "own.toml")
    monkeypatch.setattr(Path, "read_text", opened)
    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(LinkError, match="cannot name"):
        read(forged(header))
    with pytest.raises(LinkError, match="cannot be made"):
        read(forged("", "made", position=f'game = "{header}", position = "", goal = "", plies = 1'))
    with pytest.raises(NotationError, match="names a file"):
        parse_offered(header)


def test_a_game_from_a_file_is_not_written():
    game = parse_game("wuxia")
    object.__setattr__(game, "deck", "own.toml")
    with pytest.raises(LinkError, match="from a file"):
        write(Link("play", Playthrough(game, (game.initial_state(),)), 0))


def test_a_position_that_unpacks_to_a_flood_is_refused():
    packer = links.zlib.compressobj(9, wbits=-15)
    flood = packer.compress(b"-" * 10**6) + packer.flush()
    head = b"\x00" + links._text("hong") + b"\x00"
    with pytest.raises(LinkError, match="too long"):
        read(sealed(head + links._whole(len(flood)) + flood + bytes(8)))


@variants
def test_forged_bytes_are_refused_or_played_by_the_rules(game, costs):
    rng = random.Random(game.header())
    begun = played(game, 2)
    middle = replace(Playthrough.begin(game, game.to_text(begun.states[9])), seed=4)
    bodies = [opened(write(Link("play", line, 0))) for line in (begun, middle)]
    refusals = 0
    for at in range(60):
        body = bytearray(bodies[at % 2])
        for _flip in range(rng.randint(1, 4)):
            body[rng.randrange(len(body))] = rng.randrange(256)
        if at % 3 == 0:
            del body[rng.randrange(len(body)) :]
        costs["legal"] = costs["plies"] = 0
        try:
            found = read(sealed(bytes(body)))
        except LinkError:
            refusals += 1
        else:
            assert 0 <= found.ply <= len(found.line)
            assert read(write(found)) == found
        # Each ply asks for the legal actions once to count them, and the referee may look once more.
        assert costs["plies"] <= MOST_PLIES
        assert costs["legal"] <= 3 * MOST_PLIES
    assert refusals > 30


def test_forged_positions_are_refused_or_positions_of_the_game():
    rng = random.Random(3)
    for game in VARIANTS:
        text = game.to_text(rng.choice(played(game, 1).states))
        for _try in range(20):
            at = rng.randrange(len(text))
            spoilt = text[:at] + rng.choice("0123456789 -|/.,;ABabc*~=+\x00") + text[at + rng.randint(0, 2) :]
            try:
                found = read(forged(game.header(), position=spoilt))
            except LinkError:
                continue
            assert found.line.state == game.from_text(spoilt)


def test_noise_is_refused():
    rng = random.Random(11)
    for _try in range(3000):
        with pytest.raises(LinkError):
            read(links.EDITION + "".join(rng.choices(LETTERS, k=rng.randint(0, 400))))
        with pytest.raises(LinkError):
            read("".join(chr(rng.randrange(1, 0x2FF)) for _character in range(rng.randint(0, 60))))
    for _try in range(3000):
        try:
            found = read(sealed(rng.randbytes(rng.randint(1, 60))))
        except LinkError:
            continue
        assert read(write(found)) == found


def test_a_line_that_no_link_holds_is_refused():
    line = played(parse_game("hong"), 1)
    long = replace(line, states=line.states[:1] * (MOST_PLIES + 2), actions=line.actions[:1] * (MOST_PLIES + 1))
    with pytest.raises(LinkError, match="plies"):
        write(Link("play", long, 0))
