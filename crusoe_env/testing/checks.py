"""What every game promises, a function for each promise. A broken promise is an AssertionError of one line.

All take a `Subject`. They use the public interfaces alone, so that what they find is what a user would meet.
"""

from __future__ import annotations

import functools
import json
import os
import pickle
import subprocess
import sys
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.game import Game, from_path
from crusoe_env.engine.simulator import Simulator
from crusoe_env.interfaces.env import GameEnv
from crusoe_env.interfaces.pettingzoo import GameAEC, GameParallel
from crusoe_env.interfaces.vector_env import GameVectorEnv
from crusoe_env.testing.play import Play, digest_of_play, random_play

GAMES = 64
"""Games of random play that the checks look at."""
FEW = 8
SEED = 3
FUTURE = ("rng", "forced", "forced_count")
"""Fields of every record that say what chance will bring; `determinize` changes them by itself."""
SECONDS = 600
"""That uncompiled games may take."""


@dataclass(frozen=True)
class Subject:
    """A game under test, with its options."""

    game: Game
    options: dict[str, Any] = field(default_factory=dict)

    @functools.cached_property
    def play(self) -> Play:
        """Random play, shared by the checks."""
        return random_play(self.game, GAMES, self.options)

    @functools.cached_property
    def simulator(self) -> Simulator:
        """Its rules."""
        return Simulator(self.game, **self.options)

    def env(self, **settings: Any) -> GameEnv:
        """Its Gymnasium environment."""
        return GameEnv(game=self.game, **self.options, **settings)


def pickles_by_its_import_path(subject: Subject) -> None:
    """Other processes find the game where it says that it is."""
    game = subject.game
    assert from_path(game.path) is game, f"{game.path} is another object"
    assert pickle.loads(pickle.dumps(game)) is game, "a pickled copy is another object"


def gymnasium_accepts_it(subject: Subject) -> None:
    """`gymnasium.utils.env_checker.check_env` finds nothing to say."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(subject.env(), skip_render_check=True)


def play_ends_by_the_rules(subject: Subject) -> None:
    """Random legal play ends, by the rules, within `longest_episode` steps, for a cause that has a name."""
    last, game = subject.play.moments[-1], subject.game
    assert (last.flags == stepping.TERMINATED).all(), f"a game goes on after {game.longest_episode} steps"
    causes = set(last.states.cause.tolist())
    named = range(1, len(game.causes))
    assert causes <= set(named), f"state.cause is {sorted(causes)} at the end; `causes` names {list(named)}"


def masks_are_exact(subject: Subject) -> None:
    """A live state has a legal action, a finished one a mask of ones; looking again gives the same."""
    for moment in subject.play.moments:
        live = moment.flags == 0
        assert np.isin(moment.masks, (0, 1)).all(), "a mask holds other numbers than 0 and 1"
        assert moment.masks[live].any(axis=1).all(), "a live state has no legal action"
        assert moment.masks[~live].all(), "the mask of a finished game is not all ones"
        again = subject.simulator.masks(moment.states)
        assert np.array_equal(again, moment.masks), "the mask is not a function of the state"


def observations_stay_in_their_bounds(subject: Subject) -> None:
    """No entry is above the `largest` of its field; looking again gives the same."""
    layout = subject.game.observations
    for moment in subject.play.moments:
        above = (moment.observations > layout.largest).any(axis=0)
        if above.any():
            at = int(above.argmax())
            entry = next(it for it in layout.fields() if it.start <= at < it.stop)
            raise AssertionError(
                f"{entry.segment}, {entry.field}: {moment.observations[:, at].max()} is above {entry.largest}"
            )
        again = subject.simulator.observe(moment.states, dtype="uint8")
        assert np.array_equal(again, moment.observations), "the observation is not a function of the state"


def goal_progress_is_a_share(subject: Subject) -> None:
    """`goal_progress` lies in 0 .. 1 and is 1 for a victory, and for nothing else."""
    for moment in subject.play.moments:
        progress = subject.simulator.goal_progress(moment.states)
        assert ((progress >= 0) & (progress <= 1)).all(), "goal_progress is outside 0 .. 1"
        won = moment.states.victory == 1
        assert np.array_equal(progress == 1, won), "goal_progress is 1 without a victory, or not with one"


def illegal_actions_change_nothing(subject: Subject) -> None:
    """An illegal action is reported, and changes only the number of steps."""
    env, rng = subject.env(), np.random.default_rng(SEED)
    _, info = env.reset(seed=SEED)
    ended = False
    while not ended:
        mask = info["action_mask"]
        for action in (*np.flatnonzero(mask == 0)[:FEW], -1, subject.game.actions.n):
            before = env.state
            _, _, _, truncated, info = env.step(action)
            assert info["illegal_action"], f"the illegal action {action} is not reported"
            after = env.state
            after.steps = before.steps
            assert after.tobytes() == before.tobytes(), f"the illegal action {action} changed the game"
            if truncated:
                return
        _, _, terminated, truncated, info = env.step(rng.choice(np.flatnonzero(mask)))
        ended = terminated or truncated


def a_seed_is_a_promise(subject: Subject) -> None:
    """The same seed gives the same games: alone, in a batch of any size, in any number of threads."""
    batches = [Batch(subject.game, count, threads=threads, **subject.options)
               for count, threads in ((1, 1), (FEW, 1), (2 * FEW, 2))]  # fmt: skip
    for batch in batches:
        batch.seed(range(SEED, SEED + batch.count))
        batch.reset()
    rng = np.random.default_rng(SEED)
    while not batches[0].flags[0] & stepping.ENDED:
        action = rng.choice(np.flatnonzero(batches[0].masks[0]))
        for batch in batches:
            actions = batch.masks.argmax(axis=1)
            actions[0] = action
            batch.step(actions)
            same = batch.states[0].tobytes() == batches[0].states[0].tobytes()
            assert same, f"game 0 of a batch of {batch.count} is another than alone"


def episodes_do_not_depend_on_those_before(subject: Subject) -> None:
    """`new_game` sets every field that it should: an episode is the same after any other."""
    fresh, used = (Batch(subject.game, FEW, **subject.options) for _ in range(2))
    for seed in (SEED + 100, SEED):
        used.seed(range(seed, seed + FEW))
        used.reset()
        sampler = used.sampler(seed)
        while seed != SEED and not (used.flags & stepping.ENDED).all():
            used.step(sampler())
    fresh.seed(range(SEED, SEED + FEW))
    fresh.reset()
    for name in subject.game.dtype.names or ():
        same = np.array_equal(fresh.states[name], used.states[name])
        assert same, f"new_game leaves state.{name} of the episode before"


def copies_go_on_alike(subject: Subject) -> None:
    """A clone, a restored snapshot, a state and a pickled environment go on as the game itself does."""
    env, rng = subject.env(), np.random.default_rng(SEED)
    env.reset(seed=SEED)
    for _ in range(3):
        if env.legal_actions():
            env.step(rng.choice(env.legal_actions()))
    restored, placed = subject.env(), subject.env()
    restored.reset(seed=SEED + 1)
    restored.restore(env.snapshot())
    placed.reset(seed=SEED + 1)
    placed.set_state(env.state)
    copies = {
        "a clone": env.clone(),
        "a restored snapshot": restored,
        "a state": placed,
        "a pickled environment": pickle.loads(pickle.dumps(env)),
    }
    while env.legal_actions():
        action = rng.choice(env.legal_actions())
        env.step(action)
        for name, other in copies.items():
            other.step(action)
            assert other.state.tobytes() == env.state.tobytes(), f"{name} goes on differently"


def what_is_hidden_changes_no_view(subject: Subject) -> None:
    """`determinize` keeps observation and mask of who acts, follows its seed, and brings a new future."""
    simulator, states = subject.simulator, subject.play.live_states(200)
    dealt, again = (simulator.determinize(states, np.random.default_rng(SEED)) for _ in range(2))
    assert dealt.tobytes() == again.tobytes(), "determinize does not follow its seed"
    assert (dealt.rng != states.rng).any(axis=1).all(), "determinize keeps the generator"
    for of, one, other in zip(
        ("observation", "mask"), simulator.views(states), simulator.views(dealt), strict=True
    ):
        assert np.array_equal(one, other), f"what is dealt anew changes the {of} of the player who acts"


def what_differs_unseen_is_dealt_anew(subject: Subject) -> None:
    """Planners know no more than players: a game deals anew what it hides, or says that it hides nothing."""
    if "redeal" in subject.game.rules or subject.game.nothing_hidden:
        return
    differs = field_that_differs_unseen(subject)
    assert differs is None, (
        f"states with one observation differ in {differs}, which planners see: "
        "give the game the rule `redeal`, or say `nothing_hidden=True`"
    )


def field_that_differs_unseen(subject: Subject) -> str | None:
    """A field in which two states differ that look alike to who acts; None if play has no such states."""
    names = [name for name in subject.game.dtype.names or () if name not in (*FUTURE, "steps")]
    seen: dict[tuple[int, bytes, bytes], Any] = {}
    for moment in subject.play.moments:
        for i in np.flatnonzero(moment.flags == 0):
            state = moment.states[i]
            look = (int(state.acting), moment.observations[i].tobytes(), moment.masks[i].tobytes())
            before = seen.setdefault(look, state)
            for name in names:
                if not np.array_equal(before[name], state[name]):
                    return f"state.{name}"
    return None


def vectors_give_what_single_environments_give(subject: Subject) -> None:
    """Game i of a vector environment is the environment seeded with seed + i."""
    settings = {"autoreset_mode": AutoresetMode.DISABLED, **subject.options}
    vector, single = GameVectorEnv(3, game=subject.game, **settings), subject.env()
    observations, infos = vector.reset(seed=SEED)
    observation, info = single.reset(seed=SEED + 1)
    ended = False
    while not ended:
        assert np.array_equal(observations[1], observation), "observations differ"
        assert np.array_equal(infos["action_mask"][1], info["action_mask"]), "masks differ"
        actions = infos["action_mask"].argmax(axis=1)
        observations, rewards, *_, infos = vector.step(actions)
        observation, reward, terminated, truncated, info = single.step(actions[1])
        assert rewards[1] == reward, "rewards differ"
        ended = terminated or truncated
        others = vector.batch.waiting & (np.arange(3) != 1)
        if others.any():
            observations, infos = vector.reset(options={"reset_mask": others})


def pettingzoo_accepts_it(subject: Subject) -> None:
    """PettingZoo's tests of both forms and of seeds find nothing to say."""
    if not subject.game.several_players:
        return
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    def made(cls: type) -> Any:
        return cls(subject.game, **subject.options)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(made(GameAEC), num_cycles=200)
        parallel_api_test(made(GameParallel), num_cycles=200)
        seed_test(lambda: made(GameAEC), num_cycles=50)


def compiled_and_uncompiled_are_the_same(subject: Subject) -> None:
    """The same games, compiled and as ordinary Python, in every state, mask, observation and reward."""
    here = digest_of_play(subject.game, FEW, subject.options)
    code = (
        "import json, sys; from crusoe_env.engine.game import from_path; from crusoe_env.testing import play;"
        "path, options = json.loads(sys.argv[1]);"
        f"print(play.digest_of_play(from_path(path), {FEW}, options))"
    )
    arguments = json.dumps([subject.game.path, subject.options])
    compiles = os.environ.get("NUMBA_DISABLE_JIT") == "1"
    switched = {"NUMBA_DISABLE_JIT": "0" if compiles else "1", "CRUSOE_ENV_WAIT": "1"}
    environment = {**os.environ, **switched, "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code, arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr.strip().splitlines()[-1]
    assert done.stdout.strip() == here, "compiled and uncompiled rules play different games"


CHECKS = (
    pickles_by_its_import_path,
    play_ends_by_the_rules,
    masks_are_exact,
    observations_stay_in_their_bounds,
    goal_progress_is_a_share,
    illegal_actions_change_nothing,
    a_seed_is_a_promise,
    episodes_do_not_depend_on_those_before,
    copies_go_on_alike,
    what_is_hidden_changes_no_view,
    what_differs_unseen_is_dealt_anew,
    vectors_give_what_single_environments_give,
    gymnasium_accepts_it,
    pettingzoo_accepts_it,
    compiled_and_uncompiled_are_the_same,
)
