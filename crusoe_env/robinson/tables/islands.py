"""The island as a scenario begins on it: the camp, the tiles that lie there, the spaces in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crusoe_env.facts import FactsError
from crusoe_env.robinson import constants as c


def lay_island(t: Any, island: Mapping[str, Any]) -> None:
    """Camp, tiles and further neighbours of a scenario; `t` holds the printed ones.

    The printed start tile lies on the printed start space, unless the list lays it, or another one there.
    """
    t.tile_at_start[:] = c.NONE
    tiles = island.get("tiles", [])
    spaces = {entry["space"] for entry in tiles}
    if t.start_space not in spaces and t.start_tile + 1 not in [entry["tile"] for entry in tiles]:
        t.tile_at_start[t.start_space] = t.start_tile
    for entry in tiles:
        t.tile_at_start[entry["space"]] = entry["tile"] - 1
        t.face_down_at_start[entry["space"]] = entry.get("face_down", False)
        t.covered_at_start[entry["space"]] = c.TOTEM if entry.get("no_totem", False) else 0
    for a, b in island.get("also_adjacent", []):
        t.adjacent[a] |= 1 << b
        t.adjacent[b] |= 1 << a
    t.start_space = island.get("camp", t.start_space)


def open_spaces(facts: Mapping[str, Any]) -> set[int]:
    """The spaces on which an open tile lies when the game begins."""
    tiles = facts["scenario"].get("island", {}).get("tiles", [])
    laid = {entry["space"]: not entry.get("face_down", False) for entry in tiles}
    if facts["island"]["start_tile"] not in [entry["tile"] for entry in tiles]:
        laid.setdefault(facts["island"]["start_space"], True)
    return {space for space, is_open in laid.items() if is_open}


def check_island(facts: Mapping[str, Any], file: str) -> None:
    """Each tile lies once, alone, on a space in play, and the camp on an open one. Raises FactsError."""
    island = facts["scenario"].get("island", {})
    where = f"{file}: [scenario.island]"
    tiles = island.get("tiles", [])
    joined = {space for pair in island.get("also_adjacent", []) for space in pair}
    in_play = {*range(len(facts["island"]["neighbours"])), *joined}
    for name in ("space", "tile"):
        values = [entry[name] for entry in tiles]
        twice = [value for value in values if values.count(value) > 1]
        if twice:
            raise FactsError(f"{where}, field 'tiles': {name} {twice[0]} stands twice")
    for entry in tiles:
        if entry["space"] not in in_play:
            raise FactsError(f"{where}, field 'tiles': space {entry['space']} is not in play")
    camp = island.get("camp", facts["island"]["start_space"])
    if camp not in open_spaces(facts):
        raise FactsError(f"{where}, field 'camp': no open tile lies on space {camp}")
