"""The engine against the independent reference implementation, move by move over random games."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import crusoe_env
from crusoe_env.dieson import state as st
from crusoe_env.engine.batch import Batch
from tests.reference.dieson.dice import Die
from tests.reference.dieson.game import ReferenceDieson
from tests.support import UNCOMPILED, repeats

GAME = crusoe_env.game("dieson")
FRIEND_OPTIONS = (*st.FRIEND_IDS, "none", "crafted")
QUESTS = (1, 2, 3, 4, 5, 6, 7, 7, 7, 4)
OPTION_SETS = 2 if UNCOMPILED else 10
PLAIN_GAMES, FAR_GAMES = (1, 2) if UNCOMPILED else (repeats(2, deep=20), repeats(14, deep=60))
"""Games for each set of options and each friend, so many that every action is taken."""
DICE_A_GAME = 128
LOCATIONS = [st.SPACE_IDS.index(name) for name in ("green_hill", "summit", "southern_tip", "southeast_tip")]
OFTEN = ("craft raft", "craft fire", "craft watch_dog", "craft flag", "escape")
RARELY = ("raise with health", "lose health", "pass", "spend leather")
HEARTS = {"easy": 5, "hard": 4}
WANTED = ("rope", "flag", "fire", "watch_dog", None, "bow", "raft")


def die(number: int) -> Die:
    return Die(int(number) >> 1, bool(number & 1))


def plain_records(states: np.ndarray) -> list[SimpleNamespace]:
    """The records of all games as Python values, which are read many times faster."""
    plain = states.view(np.ndarray)
    names = plain.dtype.names or ()
    columns = zip(*(plain[name].tolist() for name in names), strict=True)
    return [SimpleNamespace(**dict(zip(names, values, strict=True))) for values in columns]


def named(ids: tuple[str, ...], marks: Any) -> set[str]:
    return {name for name, mark in zip(ids, marks, strict=True) if mark}


def engine_view(s: Any) -> dict[str, Any]:
    """The engine's record in the reference's words."""
    unused, used = s.unused[: s.unused_count], s.used[: s.used_count]
    acting = not s.over and st.PHASES[s.phase] == "action"
    return {
        **dict(zip(st.GOOD_IDS, s.goods, strict=True)),
        "over": bool(s.over),
        "victory": bool(s.victory),
        "cause": st.CAUSES[s.cause],
        "rounds": int(s.rounds),
        "phase": "over" if s.over else st.PHASES[s.phase],
        "health": int(s.health),
        "max_health": int(s.max_health),
        "water": int(s.water),
        "space": st.SPACE_IDS[s.space],
        "tools": named(st.TOOL_IDS, s.owned),
        "action_box": int(s.box) + 1,
        "event_box": int(s.event_box) + 1,
        "friend": None if s.friend == st.NONE else st.FRIEND_IDS[s.friend],
        "friend_disc": int(s.disc),
        "hand": [die(number) for number in unused],
        "used": [die(number) for number in used],
        "hourglass": die(s.icon[st.HOURGLASS]),
        "weather": die(s.icon[st.WEATHER]),
        "raid": die(s.icon[st.RAID_DIE]),
        "fire_used": bool(s.tool_used[st.TOOL_IDS.index("fire")]),
        "flag_used": bool(s.tool_used[st.TOOL_IDS.index("flag")]),
        "blueprint_used": bool(s.tool_used[st.TOOL_IDS.index("blueprint")]),
        "blue_turned": bool(s.blue_turned),
        "value": int(s.value) if acting else None,
        "extra_stars": int(s.extra_stars) if acting else None,
        "chosen": die(s.chosen) if acting else None,
        "toms_action": bool(s.extra_action) if acting else None,
        "escaped": bool(s.escaped),
    }


def reference_view(reference: ReferenceDieson, names: list[str]) -> dict[str, Any]:
    view = {name: getattr(reference, name) for name in names}
    if reference.phase != "action":
        view |= dict.fromkeys(("value", "extra_stars", "chosen", "toms_action"))
    return view


def option_sets(friend: str, count: int) -> Iterator[dict[str, Any]]:
    """Options drawn at random, around one choice of the friend."""
    rng = np.random.default_rng(FRIEND_OPTIONS.index(friend))
    for i in range(count):
        quest = QUESTS[i % len(QUESTS)]
        tools = set(rng.choice(st.TOOL_IDS, rng.integers(2, 16), replace=False).tolist())
        yield {
            "quest": quest,
            "character": st.CHARACTER_IDS[i % 5],
            "hearts": str(rng.choice(["easy", "hard"])),
            "friend": friend,
            "tools": "all" if i % 3 else sorted(tools | {WANTED[quest - 1]} - {None}),
            "blue_die": bool(rng.integers(2)),
        }


def reference_of(options: dict[str, Any], quest: int, state: Any, dice: list[int]) -> ReferenceDieson:
    """The same game in the reference, with the dice of the script."""
    rolls = iter(dice)
    friend = options["friend"]
    return ReferenceDieson(
        quest=quest,
        character=options["character"],
        hearts=HEARTS[options["hearts"]],
        friend=None if friend in ("none", "crafted") else friend,
        tools=named(st.TOOL_IDS, state.tools),
        blue_die=options["blue_die"],
        dice=lambda: next(rolls),
    )


def enrich(rng: np.random.Generator, s: Any, reference: ReferenceDieson) -> None:
    """Put both games, which wait for the first die, somewhere further on."""
    s.goods[:] = rng.integers(0, 9, len(st.GOOD_IDS))
    for name, amount in zip(st.GOOD_IDS, s.goods, strict=True):
        setattr(reference, name, int(amount))
    s.health = reference.health = int(rng.integers(2, s.max_health + 1))
    chance = rng.choice([0.1, 0.5])
    kept_back = {"friend", "bed", WANTED[reference.quest - 1] if reference.quest in (2, 3, 4) else None}
    for tool, name in enumerate(st.TOOL_IDS):
        if name not in kept_back and rng.random() < chance:
            s.owned[tool] = 1
            reference.tools.add(name)
    s.space = rng.choice(LOCATIONS) if rng.random() < 0.5 else rng.integers(len(st.SPACE_IDS))
    reference.space = st.SPACE_IDS[s.space]
    if s.friend != st.NONE:
        s.disc = reference.friend_disc = int(rng.integers(0, 4))
    if "waterskin" in reference.tools:
        s.water = reference.water = int(rng.integers(0, 3))


def careful(rng: np.random.Generator, mask: np.ndarray) -> int:
    """A legal action at random; seldom one that costs health, often one that is seldom possible."""
    legal = np.flatnonzero(mask)
    names = [GAME.actions.names[a] for a in legal]
    weights = np.array([0.1 if name in RARELY else 5.0 if name in OFTEN else 1.0 for name in names])
    return int(rng.choice(legal, p=weights / weights.sum()))


def play_in_lockstep(
    options: dict[str, Any], count: int, seed: int, far: bool = False
) -> tuple[list[ReferenceDieson], set[str]]:
    """Random games in both, if `far` from further on; the reference's games, and all actions taken."""
    rng = np.random.default_rng(seed)
    batch = Batch(GAME, count, **options)
    batch.seed(range(seed, seed + count))
    batch.reset()
    scripts = rng.integers(1, 7, (count, DICE_A_GAME)).tolist()
    for i in range(count):
        batch.reset(np.arange(count) == i, {"chance": scripts[i]})
    references = [
        reference_of(options, int(s.quest) + 1, s, dice)
        for s, dice in zip(batch.states, scripts, strict=True)
    ]
    if far:
        for s, reference in zip(batch.states, references, strict=True):
            if reference.phase == "die":
                enrich(rng, s, reference)
        batch.refresh()
    names = list(engine_view(plain_records(batch.states)[0]))
    random_actions = batch.sampler(seed)
    taken: set[str] = set()
    while not all(reference.over for reference in references):
        actions = random_actions().copy()
        was_over = (batch.flags & 6) != 0
        for i, (s, reference) in enumerate(zip(plain_records(batch.states), references, strict=True)):
            assert engine_view(s) == reference_view(reference, names), f"{options}, seed {seed + i}"
            if not reference.over:
                legal = [GAME.actions.names[a] for a in np.flatnonzero(batch.masks[i])]
                assert legal == reference.legal_actions(), f"{options}, seed {seed + i}"
                if far:
                    actions[i] = careful(rng, batch.masks[i])
                taken.add(GAME.actions.names[actions[i]])
                reference.step(GAME.actions.names[actions[i]])
        batch.step(actions)
        for i, reference in enumerate(references):
            assert batch.rewards[i] == (reference.victory and not was_over[i])
            assert bool(batch.flags[i] & 2) == reference.over
    return references, taken


def never_taken(friend: str) -> set[str]:
    """Actions that cannot come with this friend."""
    names = set()
    if friend != "crafted":
        names |= {"craft friend", *(f"choose {name}" for name in st.FRIEND_IDS)}
    if friend not in ("patches", "crafted"):
        names |= {"friend help weather", "friend help raid"}
    if friend in ("patches", "none"):
        names.add("friend help")
    if friend == "none":
        names |= {"spend leather", "play with friend"}
    return names


@pytest.mark.slow
def test_random_games_agree_in_state_mask_reward_and_end():
    every_action: set[str] = set()
    for friend in FRIEND_OPTIONS:
        taken: set[str] = set()
        causes: set[str] = set()
        for i, options in enumerate(option_sets(friend, OPTION_SETS)):
            for far, count in ((False, PLAIN_GAMES), (True, FAR_GAMES)):
                games, actions = play_in_lockstep(options, count, seed=1_000 * i, far=far)
                taken |= actions
                causes |= {game.cause for game in games}
        assert causes == {"quest done", "died", "out of time"} or UNCOMPILED
        assert not taken & never_taken(friend)
        every_action |= taken
    assert every_action == set(GAME.actions.names) or UNCOMPILED


def test_mixed_quests_agree_and_all_come():
    options = {"quest": "mixed", "character": "farmer", "hearts": "easy", "friend": "stitch"}
    options |= {"tools": "all", "blue_die": True}
    games, _ = play_in_lockstep(options, 40 if UNCOMPILED else 200, seed=5)
    assert {game.quest for game in games} == {1, 2, 3, 4, 5, 6, 7}
