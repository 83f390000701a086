"""Replays: one episode with its pictures and what the agent thought, as a page to click through.

The page is a single HTML file that loads nothing: it can be mailed, archived beside a run, or put on
any web server.
"""

from __future__ import annotations

import base64
import gzip
import importlib.resources
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.core.description import Description, changes, describe
from crusoe_env.core.drawing import escape
from crusoe_env.core.env import GameEnv
from crusoe_env.core.pettingzoo import GameAEC, Seated, Table
from crusoe_env.core.stepping import ENDED

RESULT_FACTS = ("victory", "score", "goal_progress", "rounds", "cause")
"""What `info` holds at the end of every game."""


@dataclass
class Frame:
    """One state of an episode.

    Attributes:
        light, dark: the SVG pictures of the two themes; `dark` may be empty.
        text: the text view.
        action: the name of the action that led here; None for the first state.
        reward: what that action gave.
        info: what the environment said here, without the mask.
        legal: the names of the actions that are legal here; none at the end.
        chosen: the name of the action that was then taken; None for the last state.
        probabilities: the agent's probability of each legal action by name, if it has them.
        value: the agent's estimate of the return from here, if it has one.
        who: who decides here, in games of several players.
        round, phase: of the game.
        title, sentence: what is to be decided.
        changes: what the action that led here has changed, in words.
    """

    light: str
    text: str
    dark: str = ""
    action: str | None = None
    reward: float = 0.0
    info: dict[str, Any] = field(default_factory=dict)
    legal: list[str] = field(default_factory=list)
    chosen: str | None = None
    probabilities: dict[str, float] | None = None
    value: float | None = None
    who: str = ""
    round: int = 0
    phase: str = ""
    title: str = ""
    sentence: str = ""
    changes: list[str] = field(default_factory=list)


@dataclass
class Replay:
    """An episode, state by state.

    Attributes:
        game: its printed title.
        agent: the name of who played.
        seed: of the episode.
        frames: at least one.
        options: of the game, for the heading.
        best_of: of how many episodes this one is the best, where it was chosen.
    """

    game: str
    agent: str
    seed: int | None
    frames: list[Frame] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    best_of: int = 1

    @property
    def total_reward(self) -> float:
        """The sum of all rewards."""
        return sum(frame.reward for frame in self.frames)

    @property
    def result(self) -> dict[str, Any]:
        """The facts of the end: victory, score, goal_progress, rounds, cause; empty if it did not end."""
        info = self.frames[-1].info if self.frames else {}
        return {name: info[name] for name in RESULT_FACTS if name in info}


# ------------------------------------------------------------------------------------------- the page


class _Pieces:
    """The pieces of all pictures, each stored once: from one state to the next most of a picture stays."""

    def __init__(self) -> None:
        self.listed: list[str] = []
        self._number: dict[str, int] = {}

    def numbers(self, svg: str) -> list[int]:
        """A picture as numbers of pieces; the pieces joined give the picture."""
        return [self._number_of(piece) for piece in svg.split("<")]

    def _number_of(self, piece: str) -> int:
        if piece not in self._number:
            self._number[piece] = len(self.listed)
            self.listed.append(piece)
        return self._number[piece]


def _plain(value: Any) -> Any:
    """A value of `info` in terms of JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist())
    if isinstance(value, np.generic):
        return _plain(value.item())
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [_plain(entry) for entry in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and np.isfinite(value):
        return value
    return str(value)


def _content(replay: Replay, title: str) -> dict[str, Any]:
    """All that the page shows; `replay.html` reads these names."""
    pieces = _Pieces()
    frames = []
    total = 0.0
    for frame in replay.frames:
        total += frame.reward
        chances = frame.probabilities
        frames.append(
            {
                "light": pieces.numbers(frame.light),
                "dark": pieces.numbers(frame.dark or frame.light),
                "text": frame.text,
                "action": frame.action,
                "reward": _plain(frame.reward),
                "total": _plain(total),
                "info": _plain(frame.info),
                "legal": frame.legal,
                "chosen": frame.chosen,
                "probabilities": None if chances is None else [_plain(chances[n]) for n in frame.legal],
                "value": _plain(frame.value),
                "who": frame.who,
                "round": frame.round,
                "phase": frame.phase,
                "question": frame.title,
                "sentence": frame.sentence,
                "changes": frame.changes,
            }
        )
    return {
        "title": title,
        "game": replay.game,
        "agent": replay.agent,
        "seed": replay.seed,
        "options": _plain(replay.options),
        "best_of": replay.best_of,
        "result": _plain(replay.result),
        "frames": frames,
        "pieces": pieces.listed,
    }


def write_page(path: str | Path, replay: Replay, title: str | None = None) -> Path:
    """Write a replay as one HTML page that needs no network and no other file.

    Args:
        path: of the file; missing folders are made, an older file is replaced.
        replay: at least one frame.
        title: heading of the page; by default the game's title.

    Returns:
        The path.

    Raises:
        ValueError: the replay has no frame.
        OSError: the file cannot be written.
    """
    if not replay.frames:
        raise ValueError("a replay page needs at least one frame")
    title = title or replay.game
    written = json.dumps(_content(replay, title), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    packed = base64.b64encode(gzip.compress(written.encode(), mtime=0)).decode()
    template = importlib.resources.files("crusoe_env.core").joinpath("replay.html").read_text("utf-8")
    page = template.replace("{{title}}", escape(title)).replace("{{data}}", packed)
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")
    return path


# -------------------------------------------------------------------------------------- one episode


@dataclass
class Decision:
    """What an agent does in a state: the action, and what it can tell about it (arrays over all actions)."""

    action: int
    probabilities: np.ndarray | None = None
    value: float | None = None


def _batch_of_one(observation: Any) -> Any:
    """An observation, flat or by segment, with a leading axis of length 1."""
    if isinstance(observation, Mapping):
        return {name: np.asarray(part)[None] for name, part in observation.items()}
    return np.asarray(observation)[None]


def _state_for(agent: Any, env: Any, rng: np.random.Generator) -> np.recarray:
    """The state that a planner is handed, (1,): hidden things dealt anew, unless it is a cheating one."""
    batch = getattr(env.unwrapped, "table", env.unwrapped).batch
    if getattr(agent, "cheats", False):
        states: np.recarray = batch.states.copy()
        return states
    dealt: np.recarray = batch.simulator.determinize(batch.states, rng)
    return dealt


def _told(agent: Any, method: str, *arguments: Any) -> np.ndarray | None:
    """What an agent says of one state, without the leading axis; None if it does not say."""
    if not hasattr(agent, method):
        return None
    answer = getattr(agent, method)(*arguments)
    return None if answer is None else np.asarray(answer)[0]


def decide(agent: Any, env: Any, observation: Any, mask: np.ndarray, rng: np.random.Generator) -> Decision:
    """Ask an agent for one decision.

    Args:
        agent: None chooses uniformly among the legal actions. Else an object that plays batches, here of
            one game: `act(observation, mask)`, or for a planner (`plans` is true, or it has no `act`)
            `act_state(states, mask)`, returns one action per game; `probabilities(observation, mask)` and
            `value(observation)`, if it has them, return arrays (n, actions) and (n,), or None.
        env: an environment of this suite, in the state to decide on.
        observation: of that state.
        mask: int8 (actions,).
        rng: for the random choice and for dealing hidden things anew.
    """
    if agent is None:
        return Decision(int(rng.choice(np.flatnonzero(mask))), mask / mask.sum())
    masks = mask[None]
    if getattr(agent, "plans", not hasattr(agent, "act")):
        actions = agent.act_state(_state_for(agent, env, rng), masks)
    else:
        actions = agent.act(_batch_of_one(observation), masks)
    value = _told(agent, "value", _batch_of_one(observation))
    return Decision(
        int(np.ravel(actions)[0]),
        _told(agent, "probabilities", _batch_of_one(observation), masks),
        None if value is None else float(value),
    )


def _in_words(game: Any, info: Mapping[str, Any], action: int | None) -> dict[str, Any]:
    """What `info` says beyond the mask, as people read it: names for numbers, the end's facts at the end."""
    over = info["cause"] != 0
    words = {
        name: value
        for name, value in info.items()
        if name not in ("action_mask", "illegal_action") and (over or name not in RESULT_FACTS)
    }
    if over:
        words["cause"] = game.cause_name(info["cause"])
    if "character" in info:
        words["character"] = game.character_name(info["character"])
    if info["illegal_action"] and action is not None:
        names = game.game.actions.names
        words["illegal_action"] = names[action] if 0 <= action < len(names) else str(action)
    return words


def frame_of(
    env: Any,
    info: Mapping[str, Any],
    action: int | None,
    reward: float,
    before: Description | None = None,
) -> tuple[Frame, Description]:
    """The present state of an environment as a frame, and in words.

    Args:
        env: an environment of this suite.
        info: what it said here.
        action: that led here; None for the first state.
        reward: of that action.
        before: the state before that action in words, to tell what has changed.
    """
    game = env.unwrapped
    told = describe(game)
    frame = Frame(
        light=game.picture(theme="light"),
        dark=game.picture(theme="dark"),
        text=game.text(),
        action=None if action is None else game.action_name(action),
        reward=reward,
        info=_in_words(game, info, action),
        legal=[game.action_name(i) for i in game.legal_actions()],
        who=told.who,
        round=told.round,
        phase=told.phase,
        title=told.title,
        sentence=told.sentence,
        changes=[] if before is None else changes(before, told),
    )
    return frame, told


def told_options(game: Any, task: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a heading names: those of the task, and whatever is not as usual."""
    usual = game.options
    return {name: value for name, value in task.items() if name in game.tasks or value != usual[name]}


def _note(frame: Frame, env: Any, decision: Decision) -> None:
    """Write into a frame what was decided there."""
    game = env.unwrapped
    frame.chosen = game.action_name(decision.action)
    frame.value = decision.value
    if decision.probabilities is not None:
        chances = decision.probabilities
        frame.probabilities = {game.action_name(i): float(chances[i]) for i in game.legal_actions()}


class _Alone:
    """A Gymnasium environment, to be played through."""

    def __init__(self, env: Any) -> None:
        self.env = env

    def reset(self, seed: int) -> tuple[Any, dict[str, Any]]:
        """Observation, without a mask in it, and info."""
        observation, info = self.env.reset(seed=seed)
        return self.env.unwrapped.form.without_mask(observation), info

    def step(self, action: int) -> tuple[Any, float, bool, dict[str, Any]]:
        """Observation, reward, whether the episode has ended, info."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        plain = self.env.unwrapped.form.without_mask(observation)
        return plain, float(reward), terminated or truncated, info


class _Team:
    """A PettingZoo environment, to be played through by an agent that decides for everybody."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self.table: Table = env.unwrapped.table

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        acting, actions = self.table.acting, self.table.game.actions.n
        mask = self.table.mask(actions)
        return self.table.view(acting), self.table.infos(dict.fromkeys(self.table.names, mask))[acting]

    def reset(self, seed: int) -> tuple[Any, dict[str, Any]]:
        """Observation and info of who decides."""
        self.env.reset(seed=seed)
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, dict[str, Any]]:
        """Observation of who decides next, reward, whether the episode has ended, info."""
        is_aec = isinstance(self.env.unwrapped, GameAEC)
        self.env.step(action if is_aec else {self.table.acting: action})
        observation, info = self._seen()
        ended = bool(self.table.batch.flags[0] & ENDED)
        return observation, float(self.table.batch.rewards[0]), ended, info


def _player_of(env: Any) -> _Alone | _Team:
    game = env.unwrapped
    if isinstance(game, GameEnv):
        return _Alone(env)
    if isinstance(game, Seated):
        return _Team(env)
    raise TypeError(
        "record() plays one game, in an environment of gymnasium.make or of PettingZoo;"
        f" {type(game).__name__} is neither"
    )


def record(
    env: Any,
    agent: Any = None,
    seed: int | None = None,
    path: str | Path | None = None,
    title: str | None = None,
) -> Replay:
    """Play one episode and keep every state; with a `path`, write it as a page.

    Args:
        env: an environment of this suite for Gymnasium or PettingZoo (AEC, parallel), wrapped or not. It is
            reset, and left at the end.
        agent: who plays, for all players, see `decide`; None plays at random. One with `reset(seed)` is reset
            first.
        seed: of the episode and of the agent; None draws one, which the replay holds.
        path: of the page, or None.
        title: heading of the page.

    Raises:
        TypeError: the environment holds several games, or is of another suite.
    """
    player = _player_of(env)
    if seed is None:
        seed = int(np.random.default_rng().integers(2**31))
    rng = np.random.default_rng(seed)
    if hasattr(agent, "reset"):
        agent.reset(seed)
    name = "random" if agent is None else str(getattr(agent, "name", type(agent).__name__))
    game: Any = env.unwrapped
    replay = Replay(game.game.title, name, seed)
    observation, info = player.reset(seed)
    batch = getattr(game, "table", game).batch
    replay.options = told_options(game.game, batch.simulator.tasks[int(batch.states.table[0])])
    frame, told = frame_of(env, info, None, 0.0)
    replay.frames.append(frame)
    ended = False
    while not ended:
        decision = decide(agent, env, observation, info["action_mask"], rng)
        _note(replay.frames[-1], env, decision)
        observation, reward, ended, info = player.step(decision.action)
        frame, told = frame_of(env, info, decision.action, reward, told)
        replay.frames.append(frame)
    if path is not None:
        write_page(path, replay, title)
    return replay
