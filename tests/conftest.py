"""What tests of several folders need: a browser, and a forger of messages that no page of the book would send."""

import json
import os
import shutil

import pytest

# The pages behind the address bar, which no test sees, cost every new window more than half a second of computing.
# Chromium obeys only the last list of features to leave out, so Playwright's own stands here again after them.
FLAGS = [
    "--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup,"
    "AimEnabled,AvoidCorsURLLoaderRestartOnRedirect,AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,"
    "HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

WORDS = (
    "",
    " ",
    "x" * 60_000,
    "\x00",
    "\ud800",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "{0.__class__}",
    "{words}",
    "%s%n",
    "__class__",
    "0",
    "reader",
    "strong",
    "ж́\u202e",
    "#play=1.1AAA",
    "1AAAAAAAA",
)
NUMBERS = (0, 1, -1, 2, 7, 255, 2**31, 2**53, 2**64, -(2**63), 10**4000, 0.5, -0.0, 1e308, float("nan"), float("inf"))
DEEP = json.loads("[" * 400 + "]" * 400)
HOSTILE = (
    *WORDS,
    *NUMBERS,
    None,
    True,
    False,
    [],
    {},
    [[]],
    DEEP,
    json.loads('{"do":' * 400 + "1" + "}" * 400),
    [0] * 10_000,
    {str(number): number for number in range(2000)},
    {"__class__": "Board", "__init__": {}, "model_id": "IPY_MODEL_0"},
    b"\xff\x00",
)
OTHERS = ("ping", "letters", "shown", "check", "stop", "choose", "run", "update", "_play", "handle", "__init__", "")
"""What is said besides the names that a session hears."""


class Forger:
    """Forges messages from what boards hear: `heard` has the fields of each name, with their types."""

    deep = DEEP
    hostile = HOSTILE

    def __init__(self, heard):
        self.heard = heard

    def forged(self, rng, known):
        """Return a message with a name that boards hear, as a rule, and fields that may fit; `known` words often do."""
        if rng.random() < 0.06:
            return rng.choice(HOSTILE)
        name = rng.choice(OTHERS if rng.random() < 0.1 else sorted(self.heard))
        fields = self.heard.get(name, {"width": int, "game": str, "options": dict})
        message = {"do": name} | {field: self._fitting(rng, kind, known) for field, kind in fields.items()}
        for field in list(message):
            chance = rng.random()
            if chance < 0.12:
                message[field] = rng.choice(HOSTILE)
            elif chance < 0.15:
                del message[field]
        if rng.random() < 0.15:
            message[rng.choice(WORDS)] = rng.choice(HOSTILE)
        return message

    @staticmethod
    def _fitting(rng, kind, known):
        """Return a value of a type that a field may have: often one that the page itself has shown."""
        chosen = rng.choice(kind if isinstance(kind, tuple) else (kind,))
        if chosen is bool:
            return rng.random() < 0.5
        if chosen is int:
            return rng.choice([number for number in NUMBERS if isinstance(number, int)] + list(range(12)))
        if chosen is float:
            return rng.random()
        if chosen is str:
            return rng.choice(known) if known and rng.random() < 0.7 else rng.choice(WORDS)
        if chosen is type(None):
            return None
        names = [*known[:40], *WORDS]
        return {rng.choice(names): rng.choice((*names, *HOSTILE)) for _pair in range(rng.randrange(5))}

    @classmethod
    def words_in(cls, shown):
        """Return the words in what a page is shown: notations, names of places and options, links, codes."""
        if isinstance(shown, str):
            return {shown} if 0 < len(shown) < 200 else set()
        if isinstance(shown, dict):
            shown = [part for pair in shown.items() for part in pair]
        return set().union(*map(cls.words_in, shown)) if isinstance(shown, list | tuple) else set()


@pytest.fixture(scope="session")
def forger():
    """The forger of messages to boards."""
    # Imported late: most tests want nothing of Jupyter.
    from rulebook_widgets.session import HANDLERS

    return Forger({name: fields for name, (_method, fields) in HANDLERS.items()})


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, one for all tests that drive one: a process has room for one driver."""
    from playwright.sync_api import sync_playwright

    names = ("chromium", "chromium-browser", "google-chrome")
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not program:
        pytest.fail("no Chromium: install the system's package `chromium`, or name the program in CHROMIUM")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()
