"""Advice: ask an agent what it would do in a position."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crusoe_env.agent import Transcript
from crusoe_env.command_line import how_to_install
from crusoe_env.play.history import PastMove
from crusoe_env.play.moves import RefusedError, legal_for, move_name
from crusoe_env.show.description import Description, describe
from crusoe_env.support.progress import compiling
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    import numpy as np

    from crusoe_env.interfaces.env import GameEnv

SCRIPTED = "scripted"
ADVISED_MOVES = 5
"""How many moves a piece of advice compares."""
LEAST_SHARE = 0.01
"""Of a move that is named beside the best one."""
SHOWN = 60
"""Characters of a wrong name that an error shows."""
COMPILE = "begin with --compile: the game goes on where it is"
SOONER = "begin with --compile, and advice will come at once"


@dataclass(frozen=True)
class Advice:
    """What an agent thinks of a position.

    Attributes:
        best: the action that it would take.
        shares: by action, its visits or probability as a share of 1; None if the agent has none.
        what: what the shares are shares of.
        values: by action, what a search expects of it; None if the agent has none.
        value: what the agent expects of the position; None if it has no idea.
    """

    best: int
    shares: np.ndarray | None = None
    what: str = ""
    values: np.ndarray | None = None
    value: float | None = None


class Position(NamedTuple):
    """A position as the player knows it.

    Attributes:
        dealt: its state with everything hidden dealt anew, (1,).
        moves: of the game so far, for an agent with memory.
        viewer: the seat that asks; None: one mind decides for all.
    """

    dealt: np.recarray
    moves: Sequence[PastMove]
    viewer: int | None = None


class Adviser:
    """An agent that is asked about a position. It gets the game with everything hidden dealt anew.

    Args:
        env: the game.
        name: the agent, as `crusoe_agents.registry` understands it.
        moves: gives those of the game so far.

    Raises:
        RefusedError: there is no such agent, or it would look at hidden cards.
    """

    def __init__(self, env: GameEnv, name: str, moves: Callable[[], Sequence[PastMove]] = tuple) -> None:
        import numpy as np

        self.env, self._moves = env, moves
        self.agent: Any = _make_agent(name, env)
        if self.agent.cheats:
            raise RefusedError(f"agent {name!r} looks at hidden cards; choose another")
        self.agent.reset(0)
        self.rng = np.random.default_rng(0)

    def deal(self, viewer: int | None = None) -> Position:
        """The position as the player knows it: everything hidden dealt anew.

        `viewer`: the seat that asks, which must decide now; None: who acts.
        """
        batch = self.env.batch
        dealt = batch.simulator.determinize(batch.states, self.rng, viewer)
        return Position(dealt, self._moves() if self.agent.remembers else (), viewer)

    def advice(self, position: Position | None = None) -> Advice:
        """What the agent thinks of a position that `deal` gave; by default of the present one."""
        agent, position = self.agent, position or self.deal()
        dealt = position.dealt
        observation, mask = self.env.batch.simulator.views(dealt)
        if hasattr(agent, "search"):
            visits, values = agent.search(dealt)
            visits = visits[0] * (mask[0] > 0)
            return Advice(int(visits.argmax()), visits / max(1, visits.sum()), "visits", values[0])
        best = self._choice(dealt, self._recalled(position))
        shares, value = agent.probabilities(observation, mask), agent.value(observation)
        return Advice(
            best,
            None if shares is None else shares[0],
            "probability",
            value=None if value is None else float(value[0]),
        )

    def _choice(self, dealt: np.recarray, transcript: Transcript) -> int:
        agent, (observation, mask) = self.agent, self.env.batch.simulator.views(dealt)
        if agent.remembers:
            states = dealt if agent.uses_states else None
            return int(agent.act_turn(transcript.turn(agent, dealt.acting, observation, mask, states))[0])
        return int((agent.act_state(dealt, mask) if agent.uses_states else agent.act(observation, mask))[0])

    def _recalled(self, position: Position) -> Transcript:
        """The transcript of a game; an agent with memory has been asked for the decisions of its seat."""
        import numpy as np

        from crusoe_env.engine.snapshot import restored_record  # it imports compiled code

        transcript, simulator = Transcript(np.zeros(1, np.int64)), self.env.batch.simulator
        if self.agent.remembers:
            self.agent.reset(0)
        for move in position.moves:
            state = restored_record(simulator, move.before)
            if position.viewer in (None, int(state.acting[0])):
                self._choice(simulator.determinize(state, self.rng), transcript)
            transcript.add(state.acting, np.array([move.action]), simulator.hides(state))
        return transcript


def runs_uncompiled() -> bool:
    """Return true if rules and agents run as ordinary Python in this process."""
    return bool(os.environ.get("NUMBA_DISABLE_JIT"))


def what_takes_long() -> str:
    """Say why advice takes long at this moment; empty if the agent just thinks."""
    return f"the rules are not compiled: {SOONER}" if runs_uncompiled() else compiling.now()


def best_adviser(env: GameEnv, moves: Callable[[], Sequence[PastMove]] = tuple) -> Adviser:
    """The best agent for the task: a policy of the zoo that was trained on it, else the scripted player.

    Raises:
        RefusedError: the game has neither.
    """
    for name in policies(env):
        try:
            return Adviser(env, name, moves)
        except RefusedError:  # of another version of the game, or its file is not there
            continue
    return Adviser(env, SCRIPTED, moves)


def difficulty(env: GameEnv) -> list[str]:
    """How often the strongest shipped policy wins the task, in a sentence; nothing where there is none."""
    rates = [rate for rate, _ in _rated_policies(env)]
    return [f"The best shipped policy wins {max(rates):.0%} of such games."] if rates else []


def policies(env: GameEnv) -> list[str]:
    """The policies of the zoo for an environment's task, the strongest first."""
    return [name for _, name in sorted(_rated_policies(env), reverse=True)]


def strange_partners(env: GameEnv) -> list[str]:
    """Partners with habits of their own for a game of several players; empty where there are none."""
    try:
        from crusoe_agents.partners import strangers
    except ImportError:
        return []
    return list(strangers(env.game.name))


def _rated_policies(env: GameEnv) -> list[tuple[float, str]]:
    """The policies of the zoo for an environment's task, each with its share of victories."""
    return [
        (rate, name)
        for rate, name, task in shipped_policies(env)
        if all(holds(task[it], value) for it, value in env.task.items())
    ]


def shipped_policies(env: GameEnv) -> list[tuple[float, str, dict[str, Any]]]:
    """The policies of the zoo for a game: share of victories, name, and the task it was trained on."""
    try:
        from crusoe_agents.zoo import PREFIX, names, read_card
    except ImportError:
        return []
    found = []
    for name in names():
        try:
            card = read_card(name)
        except ValueError:
            continue
        if card["game"] == env.game.name:
            task = {**env.game.options, **card["task"]}
            found.append((float(card["strength"]["victory_rate"]), PREFIX + name, task))
    return found


def holds(trained: Any, played: Any) -> bool:
    """Return true if a policy was trained on this value of an option, alone or among others."""
    return trained in (played, "mixed") or (isinstance(trained, list) and played in trained)


def share_with_interval(count: int, total: int) -> Any:
    """The share of victories, with the ends of its 95 % interval: `mean`, `low`, `high`."""
    from crusoe_env.support.intervals import share_interval

    return share_interval(count, total)


def check_shipped(name: str) -> None:
    """Refuse an agent that does not come with the project: it might load a file or a module of somebody else.

    Raises:
        RefusedError: for such an agent.
    """
    try:
        from crusoe_agents.registry import is_shipped
    except ImportError as error:
        raise RefusedError(f"advice needs the package crusoe_agents ({one_line(error)})") from error
    if not is_shipped(name):
        raise RefusedError(
            f"agent {name[:SHOWN]!r} is not asked from a page: choose scripted, mcts:300, zoo:NAME or the"
            " like, or name it with --agent on the command line"
        )


def check_trained(env: GameEnv, name: str) -> None:
    """Refuse a trained policy, or a search guided by one, for a number of players that it does not know.

    Raises:
        RefusedError: for such an agent.
    """
    from crusoe_agents.registry import guiding_policy
    from crusoe_agents.runs import game_of_run, is_policy

    policy = guiding_policy(name) or name
    played = env.task.get("players")
    if played is None or not is_policy(policy):
        return
    try:
        found = game_of_run(Path(policy))
    except (ImportError, ValueError, OSError) as error:
        raise RefusedError(one_line(error)) from error
    trained = played if found is None else found[1].get("players", env.game.options["players"])
    if not holds(trained, played):
        counts = " or ".join(map(str, trained)) if isinstance(trained, list) else str(trained)
        raise RefusedError(f"agent {name!r} was trained for {counts} players, and {played} play here")


def _make_agent(name: str, env: GameEnv) -> Any:
    try:
        from crusoe_agents.registry import make_agent
    except ImportError as error:
        raise RefusedError(f"advice needs the package crusoe_agents ({one_line(error)})") from error
    try:
        return make_agent(name, env.batch.simulator)
    except ImportError as error:
        raise RefusedError(f"agent {name!r} needs {error.name}: {how_to_install('train')}") from error
    except KeyError as error:
        raise RefusedError(f"there is no agent {name!r} for {env.game.title}") from error
    except (ValueError, OSError) as error:
        raise RefusedError(one_line(error)) from error


def why(advice: Advice, description: Description, env: GameEnv, legal: Sequence[int]) -> str:
    """Compare the best move with the next ones, in a sentence; `legal`: the moves that it chose from."""
    if advice.shares is None:
        return ""
    shares = advice.shares
    ranked = sorted(legal, key=lambda action: -float(shares[action]))
    others = [action for action in ranked if action != advice.best and shares[action] >= LEAST_SHARE]
    listed = [f"{move_name(env, description, action)} ({float(shares[action]):.0%})" for action in others[:2]]
    share = f"{float(shares[advice.best]):.0%}"
    words = (
        f"It played this move in {share} of its simulations"
        if advice.what == "visits"
        else (f"It plays this move with a probability of {share}")
    )
    return f"{words}; then come {' and '.join(listed)}." if listed else f"{words}."


def described(advice: Advice, agent: str, env: GameEnv, viewer: int | None = None) -> list[str]:
    """Advice to a seat as lines: the best move, then what the agent thinks of the best few."""
    description = describe(env, viewer)
    lines = [f"{agent} would choose: {move_name(env, description, advice.best)}"]
    if advice.shares is None:
        return lines
    shares = advice.shares
    ranked = sorted(legal_for(env, viewer), key=lambda action: -float(shares[action]))[:ADVISED_MOVES]
    wide = max(len(move_name(env, description, action)) for action in ranked)
    for action in ranked:
        share = float(shares[action])
        value = "" if advice.values is None else f"  value {float(advice.values[action]):.2f}"
        line = f"  {move_name(env, description, action):{wide}}  {advice.what} {share:4.0%}{value}"
        lines.append(f"{line}  {'#' * round(20 * share)}".rstrip())
    return lines
