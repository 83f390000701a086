"""A game that people have played, as a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crusoe_env.engine.snapshot import SnapshotError
from crusoe_env.interfaces.judging import THOROUGH, Effort, Stages, add_chances_in_stages
from crusoe_env.interfaces.outlook import Outlook, finished
from crusoe_env.interfaces.recording import frame_of, task_options
from crusoe_env.play.history import PastMove
from crusoe_env.play.moves import RefusedError
from crusoe_env.show.replay import Replay
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.interfaces.env import GameEnv
    from crusoe_env.play.session import Session


@dataclass(frozen=True)
class Played:
    """A game as it is at a moment: the session may go on while a replay is made of it.

    Attributes:
        env: a copy of its own, at the end of the moves.
        moves: from the first known one on.
        seed: with which the game began.
    """

    env: GameEnv
    moves: Sequence[PastMove]
    seed: int | None


def played(session: Session) -> Played:
    """The present game of a session."""
    return Played(session.env.clone(), list(session.moves), session.setup.seed)


def replay_of(session: Session, who: str = "people", outlook: str = "") -> Replay:
    """The present game as a replay, from its first known move to now.

    Args:
        session: the game.
        who: played it.
        outlook: the agent that plays on from each step to find the chances of victory; empty: no chances.

    Raises:
        RefusedError: the history came with a saved game, and its moves are not legal.
    """
    game = played(session)
    simulator = game.env.batch.simulator
    chances = Outlook(session.adviser(outlook).agent, simulator) if outlook else None
    return finished(replay_in_stages(game, who, chances))


def replay_in_stages(
    game: Played, who: str = "people", outlook: Outlook | None = None, effort: Effort = THOROUGH
) -> Stages[Replay]:
    """As `replay_of`, a step or some games at a time.

    Args:
        game: that was played.
        who: played it.
        outlook: finds the chances of victory; None: there are none.
        effort: how many decisions are judged.

    Raises:
        RefusedError: as `replay_of`.
    """
    env, moves = game.env, game.moves
    task = env.batch.simulator.tasks[int(env.batch.states.task[0])]
    replay = Replay(env.game.title, who, game.seed, options=task_options(env.game, task))
    replay.has_points = bool(env.game.has_points(env.batch.simulator.tables_of(env.batch.states[0])))
    try:
        _, info = env.restore(moves[0].before if moves else env.snapshot())
        frame, description = frame_of(env, info, None, 0.0)
        replay.frames.append(frame)
        states = [env.batch.states.copy()]
        for number, move in enumerate(moves, 1):
            assert move.action is not None
            if move.before != env.snapshot():  # several decided at the same time, in an order of their own
                env.restore(move.before)
            replay.frames[-1].chosen = env.action_name(move.action)
            _, reward, _, _, info = env.step(move.action)
            frame, description = frame_of(
                env, info, move.action, float(reward), description, record=states[-1][0]
            )
            replay.frames.append(frame)
            states.append(env.batch.states.copy())
            yield f"drawing {len(moves)} steps", number, len(moves)
    except (SnapshotError, RuntimeError) as error:
        raise RefusedError(f"the history of the saved game is damaged: {one_line(error)}") from error
    if outlook is not None:
        actions = [int(move.action or 0) for move in moves]
        yield from add_chances_in_stages(replay, states, actions, outlook, effort)
    return replay
