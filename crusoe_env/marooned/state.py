"""The record of a game of Marooned!, and its constants: the one place that says what a game's state is.

The island is kept on a 7 x 7 frame whose centre is the cell of the first card: all cards fit in a 4 x 4
square, so none can lie further than three cells away. A cell is `row * FRAME + column`; rows grow
southwards, columns eastwards. A face is `2 * card + side` (side 0 is face up in the deck, side 1 after
flipping).
"""

from __future__ import annotations

from crusoe_env.engine.state import FLAG, amount, declare, index, index_or_none

CARD_IDS = (
    "wild_boar", "map_column", "map_row", "sticks", "vines", "flint", "hook", "rocks",
    "higher_ground", "palm_trees", "telescope", "mirage", "pirates", "storm", "bottle", "water",
)  # fmt: skip
CARDS = len(CARD_IDS)
FACES = 2 * CARDS
AREA = 4
FRAME = 2 * AREA - 1
CELLS = FRAME * FRAME
CENTRE = CELLS // 2
NONE = -1

DIRECTIONS = ("north", "east", "south", "west")
ROW_STEP = (-1, 0, 1, 0)
COLUMN_STEP = (0, 1, 0, -1)

# Corners in the order in which a ship sails round the island (clockwise).
# The coast after a corner: north, east, south, west.
CORNERS = ("NW", "NE", "SE", "SW")
NW, NE, SE, SW = range(4)

# What the player decides next.
PHASES = ("move", "second step", "mirage", "flip")
MOVE, SECOND_STEP, MIRAGE, FLIP = range(4)

CAUSES = ("", "rescued", "died")
LIVE, RESCUED, DIED = range(3)

MOST_HEALTH = 200
MOST_TURNS = 1000

RECORD = declare(
    [
        ("deck", "i2", index(CARDS), (CARDS,), "from top to bottom; the first `played` are on the island"),
        ("played", "i2", (1, CARDS), "cards drawn and placed"),
        ("cell", "i2", index_or_none(CELLS), (CARDS,), "where each card lies, -1 while unseen"),
        ("side", "i2", FLAG, (CARDS,), "which side of each card is up"),
        ("card_at", "i2", index_or_none(CARDS), (CELLS,), "the card on each cell, -1 if empty"),
        ("position", "i2", index(CELLS), "the cell you stand on"),
        ("health", "i2", amount(MOST_HEALTH), "hearts left"),
        ("paid", "i2", FLAG, (FACES,), "1 when the positive heart of a face has paid"),
        ("phase", "i2", index(len(PHASES)), "what is decided next, of `PHASES`"),
        ("second", "i2", FLAG, "1 from the second step of a turn on"),
        ("explored", "i2", FLAG, "1 when a card was drawn this turn"),
        ("first_row", "i2", index(FRAME), "first row of the bounding box of all cards"),
        ("last_row", "i2", index(FRAME), "last row of the bounding box"),
        ("first_column", "i2", index(FRAME), "first column of that box"),
        ("last_column", "i2", index(FRAME), "last column of that box"),
        ("compass", "i2", FLAG, "1 when the extra step may be used this turn"),
        ("ship", "i2", index_or_none(len(CORNERS)), "corner from which it came to its coast, -1 in port"),
        ("ship_position", "i2", amount(AREA), "0 at the corner, 1-4 beside the four coast cells"),
        ("area_row", "i2", amount(FRAME - AREA), "row of the north-west cell of the area fixed by the ship"),
        ("area_column", "i2", amount(FRAME - AREA), "column of that cell"),
        ("sighted", "i2", FLAG, "1 when the ship will sail a second coast"),
        ("extended", "i2", FLAG, "1 when it sails its second coast"),
        ("set_sail", "i2", FLAG, "1 when it set sail this turn"),
        ("ship_moves", "i2", FLAG, "1 when it was in play as the turn began"),
    ],
    causes=len(CAUSES),
    rounds=MOST_TURNS,
    forced=index(CARDS),
)
DTYPE = RECORD.dtype
