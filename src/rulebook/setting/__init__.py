"""Setting up a position by hand: what can be put where, doing it as a game, and exercises made from it."""

from rulebook.setting.actions import Action, Clear, Open, Put, Set, Take, Turn
from rulebook.setting.arrangement import Arrangement, Limit, Scale, Spot, Table, Thing
from rulebook.setting.hand import LONGEST, Setting
from rulebook.setting.making import MADE, Blank, Task, made, read_exercise, tasks, write_exercise

__all__ = [
    "LONGEST",
    "MADE",
    "Action",
    "Arrangement",
    "Blank",
    "Clear",
    "Limit",
    "Open",
    "Put",
    "Scale",
    "Set",
    "Setting",
    "Spot",
    "Table",
    "Take",
    "Task",
    "Thing",
    "Turn",
    "made",
    "read_exercise",
    "tasks",
    "write_exercise",
]
