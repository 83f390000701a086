"""Recording: one episode is played, and every state of it kept for a replay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from crusoe_env.agent import Agent, Transcript
from crusoe_env.engine.stepping import ENDED
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.judging import add_chances
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.interfaces.pettingzoo import GameAEC
from crusoe_env.interfaces.seated import Seated
from crusoe_env.show.description import Description, changes, describe
from crusoe_env.show.reasons import told
from crusoe_env.show.replay import RESULT_FACTS, Frame, Replay, write_page
from crusoe_env.support.words import shown


@dataclass
class Decision:
    """What an agent does in a state: the action, and what it can tell about it.

    `probabilities` and the `values` of its own search are arrays over all actions; `chance` is that of
    victory, 0 .. 1.
    """

    action: int
    probabilities: np.ndarray | None = None
    value: float | None = None
    values: np.ndarray | None = None
    chance: float | None = None


def _batch_of_one(observation: Any) -> Any:
    """An observation, flat or by segment, with a leading axis of length 1."""
    if isinstance(observation, Mapping):
        return {name: np.asarray(part)[None] for name, part in observation.items()}
    return np.asarray(observation)[None]


def decide(
    agent: Agent | None,
    env: Any,
    observation: Any,
    mask: np.ndarray,
    rng: np.random.Generator,
    transcript: Transcript | None = None,
) -> Decision:
    """Ask an agent for one decision.

    Args:
        agent: None chooses uniformly among the legal actions.
        env: an environment of this suite, in the state to decide on.
        observation: of that state.
        mask: int8 (actions,).
        rng: for the random choice and for dealing hidden things anew.
        transcript: of this game alone, for agents with memory.
    """
    if agent is None:
        return Decision(int(rng.choice(np.flatnonzero(mask))), mask / mask.sum())
    batch, seen, masks = _batch_of(env.unwrapped), _batch_of_one(observation), mask[None]
    actions = agent.decide(batch.simulator, batch.states, seen, masks, rng, transcript)
    value, chance = agent.value(seen), agent.chance(seen)
    chances, values = agent.probabilities(seen, masks), agent.action_values(seen)
    return Decision(
        int(np.ravel(actions)[0]),
        None if chances is None else chances[0],
        None if value is None else float(value[0]),
        None if values is None else values[0],
        None if chance is None else float(chance[0]),
    )


def _in_words(game: Any, info: Mapping[str, Any], action: int | None) -> dict[str, Any]:
    """What `info` says beyond the mask, as people read it: names for numbers, the end's facts at the end."""
    over = bool(info["cause"] != 0)
    words = {
        name: value.tolist() if isinstance(value, np.generic | np.ndarray) else value
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
    viewer: int | None = None,
    record: Any = None,
) -> tuple[Frame, Description]:
    """The present state of an environment as a frame, and in words.

    Args:
        env: an environment of this suite.
        info: what it said here.
        action: that led here; None for the first state.
        reward: of that action.
        before: the state before that action in words, to tell what has changed.
        viewer: the seat whose knowledge is shown; None: all.
        record: the same state as a record, to tell why numbers have changed; only where all is shown.
    """
    game = env.unwrapped
    described = describe(game, viewer)
    named: Any = viewer if isinstance(game, GameEnv) or viewer is None else game.names[viewer]
    frame = Frame(
        light=game.picture(theme="light", viewer=named),
        dark=game.picture(theme="dark", viewer=named),
        compact_light=game.picture(theme="light", layout="compact", viewer=named),
        compact_dark=game.picture(theme="dark", layout="compact", viewer=named),
        text=game.text(named),
        action=None if action is None else game.action_name(action),
        reward=reward,
        info=_in_words(game, info, action),
        legal=[game.action_name(i) for i in game.legal_actions()],
        who=described.who,
        round=described.round,
        phase=described.phase,
        title=described.title,
        sentence=described.sentence,
        changes=_changes(game, record, before, described, action),
        done="" if before is None or action is None else before.done(action, _name_of(game, action)),
        labels=[described.label(i, game.action_name(i)) for i in game.legal_actions()],
        progress=_progress(game),
    )
    return frame, described


def _changes(
    game: Any, record: Any, before: Description | None, described: Description, action: int | None
) -> list[str]:
    """What the action has done, in lines: with reasons where the record before it is known."""
    if before is None:
        return []
    if record is None or action is None:
        return changes(before, described)
    return told(game, record, before, described, action)


def _name_of(game: Any, action: int) -> str:
    """The name of an action, or its number where there is no such action."""
    names = game.game.actions.names
    return str(names[action]) if 0 <= action < len(names) else str(action)


def _progress(game: Any) -> float:
    """How far the goal is met."""
    batch = _batch_of(game)
    return float(batch.simulator.goal_progress(batch.states)[0])


def _batch_of(game: Any) -> Any:
    """The batch of one game that an environment of Gymnasium or PettingZoo plays."""
    return game.batch


def task_options(game: Any, task: Mapping[str, Any]) -> dict[str, Any]:
    """The options that a heading names: those of the task, and whatever is not as usual."""
    usual = game.options
    return {name: value for name, value in task.items() if name in game.tasks or value != usual[name]}


def _note(frame: Frame, env: Any, decision: Decision) -> None:
    """Write into a frame what was decided there."""
    game = env.unwrapped
    frame.chosen = game.action_name(decision.action)
    frame.value, frame.chance = decision.value, decision.chance
    if decision.probabilities is not None:
        chances = decision.probabilities
        frame.probabilities = {game.action_name(i): float(chances[i]) for i in game.legal_actions()}
    if decision.values is not None:
        values = decision.values
        frame.values = {game.action_name(i): float(values[i]) for i in game.legal_actions()}


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
        self.game: Seated = env.unwrapped

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        game, acting = self.game, self.game.acting
        mask = game.mask()[: game.game.actions.n]
        return game.view(acting), {"action_mask": mask, **game.infos_of()[acting]}

    def reset(self, seed: int) -> tuple[Any, dict[str, Any]]:
        """Observation and info of who decides."""
        self.env.reset(seed=seed)
        return self._seen()

    def step(self, action: int) -> tuple[Any, float, bool, dict[str, Any]]:
        """Observation of who decides next, reward, whether the episode has ended, info."""
        is_aec = isinstance(self.env.unwrapped, GameAEC)
        self.env.step(action if is_aec else {self.game.acting: action})
        observation, info = self._seen()
        ended = bool(self.game.batch.flags[0] & ENDED)
        return observation, float(self.game.batch.rewards[0]), ended, info


def _is_seen(simulator: Any, states: np.recarray, viewer: int | None) -> bool:
    """Does a seat see what is decided now? Hidden are decisions that several take by themselves."""
    if viewer is None or int(states.acting[0]) == viewer:
        return True
    return not bool(simulator.hides(states)[0])


def _differs(simulator: Any, before: np.ndarray, after: np.ndarray, viewer: int | None) -> bool:
    """Does a seat see a difference between two states?"""
    views = [simulator.observe(states, viewer, "uint8") for states in (before, after)]
    return not np.array_equal(*views)


def _player_of(env: Any) -> _Alone | _Team:
    game = getattr(env, "unwrapped", env)
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
    agent: Agent | None = None,
    seed: int | None = None,
    path: str | Path | None = None,
    title: str | None = None,
    best_of: int = 1,
    outlook: Agent | None = None,
    games: int = 48,
    viewer: int | None = None,
) -> Replay:
    """Play one episode and keep every state; with a `path`, write it as a page.

    Args:
        env: an environment of this suite for Gymnasium or PettingZoo (AEC, parallel), wrapped or not. It is
            reset, and left at the end.
        agent: who plays, for all players, after a reset; None plays at random.
        seed: of the episode and of the agent; None draws one, which the replay holds.
        path: of the page, or None.
        title: heading of the page.
        best_of: of how many episodes this one is the best, if it was chosen so; the page says it.
        outlook: an agent that plays on from each step, so that the page shows the chances of victory and the
            critical steps. It takes a while. None: chances are those that the agent itself estimates, if it
            does, and critical steps are left out.
        games: so many games it plays on from each step.
        viewer: the seat whose knowledge is shown, in games that hide decisions of others: then there is no
            frame of what that seat does not see. None: all is shown.

    Raises:
        TypeError: the environment holds several games, or is of another suite; what is named is no agent.
        ValueError: `outlook` and `viewer`: chances are those of the game itself, with all that is hidden.
    """
    if outlook is not None and viewer is not None:
        raise ValueError("viewer: chances (outlook) tell what is hidden from a seat; give one of the two")
    for name, each in (("agent", agent), ("outlook", outlook)):
        if not isinstance(each, Agent | None):
            raise TypeError(f"{name}: expected an Agent, as make_agent gives it, not {shown(each)}")
    player = _player_of(env)
    if seed is None:
        seed = int(np.random.default_rng().integers(2**31))
    rng = np.random.default_rng(seed)
    if agent is not None:
        agent.reset(seed)
    name = "random" if agent is None else agent.name
    game: Any = env.unwrapped
    replay = Replay(game.game.title, name, seed, best_of=best_of, name=game.game.name)
    observation, info = player.reset(seed)
    batch = _batch_of(game)
    replay.has_points = bool(game.game.has_points(batch.simulator.tables_of(batch.states[0])))
    replay.options = task_options(game.game, batch.simulator.tasks[int(batch.states.task[0])])
    frame, described = frame_of(env, info, None, 0.0, viewer=viewer)
    replay.frames.append(frame)
    states, actions = [batch.states.copy()], []
    transcript = Transcript(np.zeros(1, np.int64))
    ended = False
    while not ended:
        decision = decide(agent, env, observation, info["action_mask"], rng, transcript)
        unseen = batch.simulator.hides(batch.states)
        transcript.add(batch.states.acting, np.array([decision.action]), unseen)
        before = batch.states.copy()
        seen = _is_seen(batch.simulator, before, viewer)
        if seen:
            _note(replay.frames[-1], env, decision)
        observation, reward, ended, info = player.step(decision.action)
        if not (seen or ended or _differs(batch.simulator, before, batch.states, viewer)):
            continue
        frame, described = frame_of(
            env,
            info,
            decision.action if seen else None,
            reward,
            described,
            viewer,
            before[0] if viewer is None else None,
        )
        replay.frames.append(frame)
        states.append(batch.states.copy())
        actions.append(decision.action)
    if outlook is not None:
        add_chances(replay, states, actions, Outlook(outlook, batch.simulator, games))
    elif replay.frames[0].chance is not None:
        replay.outlook = f"as {name} estimates it"
        replay.frames[-1].chance = float(states[-1].victory[0])
    if path is not None:
        write_page(path, replay, title)
    return replay
