"""The book's colours, named once for pictures, panels and pages.

The six fills are at least 18 units apart (CAM02-UCS) for full colour vision and for each of the three
deficiencies at full strength. They are for surfaces; words and thin lines are ink on paper.
"""

from __future__ import annotations

FILLS = {
    "jade": "#2B8374",
    "vermilion": "#E35E30",
    "gold": "#F6B520",
    "indigo": "#293D9A",
    "stone": "#BAB6B0",
    "plum": "#54214A",
}

# Colours of the pieces themselves, the same in both schemes.
PIECES = {
    "line": "#1D2430",
    "bone": "#FBF3E0",
    "ember": "#B23C14",
    "moss": "#1C5D52",
    "slate": "#8E8A84",
    "chalk": "#DAD6D0",
    "glow": "#FFE08A",
    "white": "#FFFFFF",
}

# Colours that trade places between the schemes: name -> (light, dark).
SCHEMED = {
    "ink": ("#1D2430", "#F1EADC"),
    "paper": ("#FBF7EF", "#171B22"),
    "leaf": ("#F3ECDE", "#20262F"),
    "space": ("#E6DCC6", "#2E3641"),
    "rule": ("#C9BDA5", "#4A5361"),
    "quiet": ("#5B6270", "#A9B0BC"),
    "link": ("#8A2F0E", "#F3A27F"),
    "focus": ("#293D9A", "#AEBBFF"),
}

# Each game's colour, by its code.
GAMES = {"HO": "vermilion", "GO": "indigo", "DC": "plum", "DH": "gold", "WX": "jade"}


def scheme(dark: bool = False) -> dict[str, str]:
    """Return every colour by name as `#RRGGBB` for the light or the dark scheme."""
    return FILLS | PIECES | {name: pair[dark] for name, pair in SCHEMED.items()}


def css() -> str:
    """Return the palette as CSS custom properties (`--rb-ink` …), dark under `prefers-color-scheme`.

    Still pictures hold their own light colours; what trades places in the dark is coloured by its class.
    """
    light = "".join(f"--rb-{name}:{value};" for name, value in scheme().items())
    dark = "".join(f"--rb-{name}:{pair[1]};" for name, pair in SCHEMED.items())
    stills = "".join(
        f".rb-{name}-fill{{fill:var(--rb-{name})}}.rb-{name}-stroke{{stroke:var(--rb-{name})}}" for name in SCHEMED
    )
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media (prefers-color-scheme: dark){{:root{{{dark}}}}}"
        f"@media print{{:root{{{light}}}}}{stills}"
    )
