"""A game that people have played, as a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crusoe_env.engine.snapshot import SnapshotError
from crusoe_env.interfaces.judging import add_chances
from crusoe_env.interfaces.outlook import Outlook
from crusoe_env.interfaces.recording import frame_of, task_options
from crusoe_env.play.moves import RefusedError
from crusoe_env.show.replay import Replay
from crusoe_env.support.words import one_line

if TYPE_CHECKING:
    from crusoe_env.play.session import Session


def replay_of(session: Session, who: str = "people", outlook: str = "", games: int = 0) -> Replay:
    """The present game as a replay, from its first known move to now.

    Args:
        session: the game.
        who: played it.
        outlook: the agent that plays on from each step to find the chances of victory; empty: no chances.
        games: that it plays on from each step; 0: as many as usual.

    Raises:
        RefusedError: the history came with a saved game, and its moves are not legal.
    """
    moves = session.moves
    env = session.env.clone()
    task = env.batch.simulator.tasks[int(env.batch.states.task[0])]
    replay = Replay(env.game.title, who, session.setup.seed, options=task_options(env.game, task))
    replay.has_points = bool(env.game.has_points(env.batch.simulator.tables_of(env.batch.states[0])))
    try:
        _, info = env.restore(moves[0].before if moves else session.env.snapshot())
        frame, description = frame_of(env, info, None, 0.0)
        replay.frames.append(frame)
        states = [env.batch.states.copy()]
        for move in moves:
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
    except (SnapshotError, RuntimeError) as error:
        raise RefusedError(f"the history of the saved game is damaged: {one_line(error)}") from error
    if outlook:
        agent, simulator = session.adviser(outlook).agent, env.batch.simulator
        chances = Outlook(agent, simulator, games) if games else Outlook(agent, simulator)
        add_chances(replay, states, [int(move.action or 0) for move in moves], chances)
    return replay
