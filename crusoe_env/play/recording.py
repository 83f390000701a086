"""A game that people have played, as a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crusoe_env.core.recording import frame_of, told_options
from crusoe_env.core.replay import Replay

if TYPE_CHECKING:
    from crusoe_env.play.session import Session


def replay_of(session: Session, who: str = "people") -> Replay:
    """The game from its beginning, or from the saved game that was loaded last, to where it stands."""
    done = session.history
    start = max((i + 1 for i, one in enumerate(done) if one.action is None), default=0)
    moves = done[start:]
    env = session.env.clone()
    task = env.batch.simulator.tasks[int(env.batch.states.table[0])]
    replay = Replay(env.game.title, who, session.seed, options=told_options(env.game, task))
    _, info = env.restore(moves[0].before if moves else session.env.snapshot())
    frame, told = frame_of(env, info, None, 0.0)
    replay.frames.append(frame)
    for move in moves:
        assert move.action is not None
        replay.frames[-1].chosen = env.action_name(move.action)
        _, reward, _, _, info = env.step(move.action)
        frame, told = frame_of(env, info, move.action, float(reward), told)
        replay.frames.append(frame)
    return replay
