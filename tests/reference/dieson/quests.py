"""Quests, and the options of a game."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from .facts import Facts

if TYPE_CHECKING:
    from .game import ReferenceDieson

TOOL_OF_QUEST = {1: "rope", 2: "flag", 3: "fire", 4: "watch_dog", 6: "bow", 7: "raft"}


def remember_way(game: ReferenceDieson, area: str) -> None:
    """Quest 5: the areas entered before and after the first arrival on the summit."""
    if area in ("deer", "cannibals"):
        way = game.way_back if game.summit_reached else game.way_out
        way.add(area)


def quest_fulfilled(game: ReferenceDieson) -> bool:
    """The table of quests."""
    if game.quest == 1:
        return game.hunted_deer and "rope" in game.tools
    if game.quest == 5:
        return game.space == "southern_tip" and any(
            out != back for out in game.way_out for back in game.way_back
        )
    if game.quest == 6:
        return game.hunted_cannibals_with_bow
    if game.quest == 7:
        return game.escaped
    return TOOL_OF_QUEST[game.quest] in game.tools


def check_options(
    facts: Facts,
    quest: int,
    character: str,
    hearts: int,
    friend: str | None,
    tools: Collection[str],
) -> None:
    """Raise ValueError for what the section "Options" does not allow."""
    if quest not in facts.quests:
        raise ValueError(f"no such quest: {quest}")
    if character not in facts.characters:
        raise ValueError(f"no such character: {character}")
    if hearts not in facts.hearts:
        raise ValueError(f"hearts must be one of {facts.hearts}")
    if friend is not None and friend not in facts.friends:
        raise ValueError(f"no such friend: {friend}")
    unknown = set(tools) - set(facts.tools)
    if unknown:
        raise ValueError(f"no such tools: {sorted(unknown)}")
    if quest in TOOL_OF_QUEST and TOOL_OF_QUEST[quest] not in tools:
        raise ValueError(f"quest {quest} cannot be won without {TOOL_OF_QUEST[quest]}")
