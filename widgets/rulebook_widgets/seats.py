"""Who can sit at a table, and who decides where dice or draws do."""

from __future__ import annotations

from rulebook.game import AnyGame
from rulebook.words import _

READER = "reader"
PLAYERS = {
    READER: _("you"),
    "easy": _("an easy bot"),
    "middle": _("a middle bot"),
    "hard": _("a hard bot"),
    "greedy": _("a greedy bot"),
    "random": _("a random bot"),
}
THINKS = {
    "easy": _("The easy bot thinks…"),
    "middle": _("The middle bot thinks…"),
    "hard": _("The hard bot thinks…"),
}
"""What is said of the players that take their time; the others play at once."""
ROLLED, CHOSEN = "rolled", "chosen"
DICE = {ROLLED: _("by chance"), CHOSEN: _("chosen by you")}
HIDDEN, OPEN = "hidden", "open"
HANDS = {HIDDEN: _("seen by their owners alone"), OPEN: _("all lie open")}
"""Who decides where dice or draws do."""


def seated(players: tuple[str, ...], game: AnyGame) -> tuple[str, ...]:
    """Return one player a seat: the last one given takes the seats that are left, those too many leave.

    Raises `ValueError` for a player of no known kind.
    """
    for player in players:
        if player not in PLAYERS:
            raise ValueError(f"'{player}' is no kind of player; there are {', '.join(PLAYERS)}")
    return (players + players[-1:] * game.num_players)[: game.num_players]
