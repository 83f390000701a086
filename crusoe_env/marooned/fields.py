"""Types of fields, for mypy. Written by `python -m crusoe_env.testing.fields --write`: do not edit."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class State:
    """The record of a game."""

    rng: NDArray[np.uint32]
    task: int
    mixed: int
    tables_hash: int
    forced_count: int
    steps: int
    over: int
    victory: int
    cause: int
    score: int
    rounds: int
    acting: int
    fault: int
    deck: NDArray[np.int16]
    played: int
    cell: NDArray[np.int16]
    side: NDArray[np.int16]
    card_at: NDArray[np.int16]
    position: int
    health: int
    paid: NDArray[np.int16]
    phase: int
    second: int
    explored: int
    first_row: int
    last_row: int
    first_column: int
    last_column: int
    compass: int
    ship: int
    ship_position: int
    area_row: int
    area_column: int
    sighted: int
    extended: int
    set_sail: int
    ship_moves: int
    forced: NDArray[np.int16]


class Tables:
    """What the rules read of the data files."""

    health: int
    max_health: int
    storm_breaks_at_card: int
    health_lost_each_turn: int
    points_per_health: int
    cards_played_divisor: int
    heart: NDArray[np.int16]
    points: NDArray[np.int16]
    ship_corner: NDArray[np.int16]
    protected_by: NDArray[np.int16]
    flip_kind: NDArray[np.int16]
    flip_needs: NDArray[np.int16]
    flip_at: NDArray[np.int16]
    map_row: int
    map_column: int
    turned_back: NDArray[np.int16]
    face_of: NDArray[np.int16]
