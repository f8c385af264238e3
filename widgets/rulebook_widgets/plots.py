"""Plots of a run by matplotlib, as SVG that belongs into a page: its text is text, its colours are the book's.

Only this module imports matplotlib, and only when something is plotted. The colours of ink, paper and lines are the
page's variables, so that a plot follows the dark scheme without being drawn anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any

from rulebook.lab import Estimate, Record
from rulebook.results import Result
from rulebook.words import _
from rulebook_widgets import palette
from rulebook_widgets.paint_svg import FONT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 4.4
"""Inches; the page makes a plot as wide as there is room, on a phone about this wide."""
LETTERS = 11.0
BAR, EDGE = 0.26, 1.0
"""Inches: the height of a bar with its space, and what is above and below all bars."""
MOST_BINS = 40
LEAST_TURNS = 8
"""So many turns the scale of lengths shows at least."""
SCHEMED = ("ink", "quiet")
"""The colours of a plot that change with the page's scheme."""
_PROLOGUE = re.compile(r"\A.*?(?=<svg)", re.DOTALL)
_UNWANTED = re.compile(r"<style.*?</style>|<metadata>.*?</metadata>|<!--.*?-->", re.DOTALL)
_GROUP_ID = re.compile(r'(<g) id="[^"]*"')
_SIZE = re.compile(r'(?<=<svg) ([^>]*?)\b(?:width|height)="[^"]*" ([^>]*?)\b(?:width|height)="[^"]*"')
_FAMILY = re.compile(r'font-family: [^;"]*')


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot as SVG, and its words for those who do not see it."""

    title: str
    svg: str
    words: str


def plots(result: Result, records: Sequence[Record]) -> tuple[Plot, ...]:
    """Return the plots of a run: the lengths of its games, who won, how the rules were used."""
    return (_lengths(result, records), _wins(result), _rules(result))


def _lengths(result: Result, records: Sequence[Record]) -> Plot:
    turns = [record.turns for record in records]
    least, most = min(turns), max(turns)
    step = -(-(most - least + 1) // MOST_BINS)
    edges = [least - 0.5 + step * bin for bin in range((most - least) // step + 2)]
    mean = result.figures["turns"]

    def draw(axes: Axes, colours: dict[str, str]) -> None:
        axes.hist(turns, edges, color=colours["jade"], edgecolor=colours["ink"], linewidth=0.8)
        axes.axvline(mean.value, color=colours["vermilion"], linewidth=2.5)
        axes.set_xlabel(_("turns a game; the line is the mean"))
        axes.set_ylabel(_("games"))
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.xaxis.get_major_locator().set_params(integer=True)
        # Games of nearly one length stand in the middle of whole turns, not of parts of one.
        room = max(0.0, (LEAST_TURNS - (most - least)) / 2)
        axes.set_xlim(edges[0] - room, edges[-1] + room)

    said = _("Turns a game in {games} games: {least} to {most}, mean {mean}.")
    words = said.format(games=len(turns), least=least, most=most, mean=mean)
    return _drawn(_("How long"), words, 2.6, draw)


def _wins(result: Result) -> Plot:
    names = [name for name in result.figures if name.partition(" ")[0] in ("first", "seat", "draws", "bot")]
    shares = [result.figures[name] for name in names]
    labels = [result.label(name) for name in names]
    fair = 1 / len(result.policies)

    def draw(axes: Axes, colours: dict[str, str]) -> None:
        _bars(axes, colours, labels, shares)
        axes.axvline(fair, color=colours["ink"], linewidth=1.2, linestyle=(0, (4, 3)))
        axes.set_xlabel(_("share of games; dashed: equal shares"))

    return _drawn(_("Who wins"), _listing(labels, shares), EDGE + BAR * len(names), draw)


def _rules(result: Result) -> Plot:
    shares = [result.figures[f"games {rule}"] for rule in result.rules]

    def draw(axes: Axes, colours: dict[str, str]) -> None:
        _bars(axes, colours, result.rules, shares)
        axes.set_xlabel(_("share of games in which it is used"))

    return _drawn(_("Which rules"), _listing(result.rules, shares), EDGE + BAR * len(shares), draw)


def _bars(axes: Axes, colours: dict[str, str], labels: Sequence[str], shares: Sequence[Estimate]) -> None:
    """Draw a bar for each share from the top down, with its interval."""
    rows = range(len(shares))
    values = [share.value for share in shares]
    reach = [[share.value - share.low for share in shares], [share.high - share.value for share in shares]]
    axes.barh(rows, values, 0.66, color=colours["gold"], edgecolor=colours["ink"], linewidth=0.8)
    axes.errorbar(values, rows, xerr=reach, fmt="none", ecolor=colours["ink"], elinewidth=1.6, capsize=3.5)
    axes.set_yticks(rows, labels)
    axes.set_ylim(len(shares) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda share, _at: f"{share:.0%}")


def _listing(labels: Sequence[str], shares: Sequence[Estimate]) -> str:
    return "; ".join(f"{label} {share.percent}" for label, share in zip(labels, shares, strict=True)) + "."


def _drawn(title: str, words: str, height: float, draw: Callable[[Axes, dict[str, str]], None]) -> Plot:
    """Return what `draw` draws on axes in the book's manner."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    colours = palette.scheme()
    settings: dict[str, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": title,
        "font.size": LETTERS,
        "text.color": colours["ink"],
        "axes.labelcolor": colours["ink"],
        "axes.edgecolor": colours["quiet"],
        "axes.facecolor": "none",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": colours["ink"],
        "ytick.color": colours["ink"],
    }
    with rc_context(settings):
        figure = Figure((WIDTH, height), layout="constrained", facecolor="none")
        axes = figure.subplots()
        draw(axes, colours)
        file = StringIO()
        figure.savefig(file, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    return Plot(title, _paged(file.getvalue()), words)


def _paged(svg: str) -> str:
    """Return matplotlib's SVG for a page: nothing that reaches beyond it, the page's letters and colours."""
    svg = _GROUP_ID.sub(r"\1", _UNWANTED.sub("", _PROLOGUE.sub("", svg)))
    svg = _SIZE.sub(r" \1\2", svg, count=1)
    svg = _FAMILY.sub(f"font-family: {FONT}", svg)
    for name in SCHEMED:
        light, _dark = palette.SCHEMED[name]
        svg = re.sub(light, f"var(--rb-{name}, {light})", svg, flags=re.IGNORECASE)
    return svg
