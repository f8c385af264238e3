"""How strong bots are as a picture: a line for each pair with its share of the games, then one for each rating."""

from __future__ import annotations

from rulebook.strength import Strength, ends, points, share_of
from rulebook.words import _
from rulebook_widgets.pictures.lettering import begun
from rulebook_widgets.pictures.sheet import mark
from rulebook_widgets.scene import Circle, Path, Pen, Picture, Text

WIDTH, TOP, FOOT = 540.0, 40.0, 34.0
PAIR, RATING, HEADING = 46.0, 30.0, 44.0
"""How high the line of a pair, that of a rating, and the heading of the ratings are."""
WORDS, VERDICT, SCALE = 158.0, 314.0, (396.0, 130.0)
"""Where the figures in words and the verdicts begin; where the scales begin and how long they are."""
BUDGET, ENDS = 66.0, 206.0
"""Where in the line of a rating the playouts and the interval begin."""

Drawn = list[Path | Circle | Text]


def strengths(found: Strength) -> Picture:
    """Return what the pairs of a game tell; a tall line on the scale of shares is the even share."""
    bottom = TOP + PAIR * len(found.pairs)
    rated = HEADING + RATING * len(found.ratings) if found.ratings else 0.0
    height = bottom + rated + FOOT
    shapes: Drawn = [begun(4, 18, found.title, 17, SCALE[0] - 24, "ink", 650), *_shares(found, bottom)]
    if found.ratings:
        shapes += _ratings(found, bottom)
    said = _("{source}; the line at {even:.0f} % is the even share; 95 % intervals").format(
        source=found.source, even=100 * found.even
    )
    shapes.append(begun(4, height - FOOT / 2, said, 13, WIDTH - 8, "quiet"))
    return Picture(WIDTH, height, (), tuple(shapes))


def _shares(found: Strength, bottom: float) -> Drawn:
    x, wide = SCALE
    shapes: Drawn = []
    for share in (0.0, found.even, 1.0):
        at = x + wide * share
        even = share == found.even
        shapes.append(Text(at - (8 if share == 1 else 0), 20, f"{share:.0%}", 13, "quiet"))
        line = Pen().move(at, TOP - 8).line((at, bottom))
        shapes.append(line.path(stroke="ink" if even else "rule", width=1.6 if even else 1))
    for number, pair in enumerate(found.pairs):
        y, share_here = TOP + PAIR * (number + 0.5), share_of(pair)
        score = _("{score:.4g} of {games} games").format(score=share_here.value * pair.games, games=pair.games)
        shapes.append(begun(4, y - 9, found.label(pair), 15, WORDS - 14, "ink"))
        shapes.append(begun(4, y + 10, score, 13, WORDS - 14, "quiet"))
        shapes.append(begun(WORDS, y, share_here.percent, 15, VERDICT - WORDS - 12, "ink", 600))
        shapes.append(begun(VERDICT, y, found.verdict(pair), 15, SCALE[0] - VERDICT - 12, "ink"))
        shapes += mark(x, y, wide, share_here)
    return shapes


def _ratings(found: Strength, top: float) -> Drawn:
    """Return the ratings on a scale that holds all intervals and the 0 of the bot that played most."""
    start, wide = SCALE
    reached = [end for name in found.intervals for end in (found.ratings[name].low, found.ratings[name].high)]
    low, high = min(0.0, *reached), max(0.0, *reached)
    unit = wide / (high - low)
    zero = start - unit * low
    y = top + HEADING - 14
    shapes: Drawn = [begun(4, y, _("Elo"), 15, WORDS, "ink", 650), Text(zero, y, "0", 13, "quiet")]
    bottom = top + HEADING + RATING * len(found.ratings)
    shapes.append(Pen().move(zero, y + 10).line((zero, bottom)).path(stroke="rule", width=1))
    for number, (name, rating) in enumerate(found.ratings.items()):
        y = top + HEADING + RATING * (number + 0.5)
        shapes.append(begun(4, y, name, 15, BUDGET - 10, "ink"))
        if budget := found.budget(name):
            shapes.append(begun(BUDGET, y, budget, 13, WORDS - BUDGET - 10, "quiet"))
        shapes.append(begun(WORDS, y, points(rating), 15, ENDS - WORDS - 6, "ink", 600))
        if between := ends(rating):
            shapes.append(begun(ENDS, y, between, 15, SCALE[0] - ENDS - 12, "ink", 600))
        if name in found.intervals:
            shapes += mark(zero, y, unit, rating)
        else:
            shapes.append(Circle(zero, y, 6, "vermilion", "line", 1.5))
    return shapes
