"""Games in text as a task of Inspect AI; needs the package `inspect-ai`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageSystem, ChatMessageUser
from inspect_ai.scorer import Score, Scorer, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from crusoe_env.text import TextEnv
from crusoe_env.text.transcript import transcript_of

END, TRANSCRIPT = "end", "transcript"
"""Names in the store of a sample: the end of its transcript, and the transcript as JSON lines."""
CUT = "of Inspect AI"
"""The limit of a game that was cut off: by messages, tokens, time, cost, or an error."""


@task
def text_game(
    game: str = "robinson", games: int = 10, seed: int = 5_000_000, list_moves: bool = True, **options: Any
) -> Task:
    """A task that plays one game for each sample, the seeds in a row.

    Args:
        game: its name.
        games: samples.
        seed: of the first sample.
        list_moves: whether messages list the legal moves.
        **options: of the game, and further settings of `TextEnv`; one conversation decides for all seats.

    Raises:
        ValueError, TypeError: for a wrong setting.
    """
    settings = {"game": game, "list_moves": list_moves, **options}
    TextEnv(**settings)  # a wrong setting shows now
    samples = [
        Sample(input=f"{game}, seed {each}", id=each, metadata={"seed": each, "settings": settings})
        for each in range(seed, seed + games)
    ]
    return Task(dataset=MemoryDataset(samples), solver=play(), scorer=[victory(), goal_progress()])


@solver
def play() -> Solver:
    """Let the model play the whole game of a sample, up to its end or a limit."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        env = TextEnv(**state.metadata["settings"])
        message, _ = env.reset(seed=state.metadata["seed"])
        state.messages = [ChatMessageSystem(content=env.briefing()), ChatMessageUser(content=message)]
        try:
            while not env.over:
                state = await generate(state)
                message, *_ = env.step(state.output.completion)
                state.messages.append(ChatMessageUser(content=message))
        finally:  # limits of Inspect end the loop with an exception, and the game is scored all the same
            _keep(env, state)
        return state

    return solve


def _keep(env: TextEnv, state: TaskState) -> None:
    """Put the end of a game and its transcript into the store of the sample."""
    transcript = transcript_of(env)
    if not env.over:
        transcript = replace(transcript, end={**transcript.end, "limit": CUT, "result": _so_far(env)})
    state.store.set(END, dict(transcript.end))
    state.store.set(TRANSCRIPT, transcript.jsonl())


def _so_far(env: TextEnv) -> dict[str, Any]:
    """The result of a game that was cut off: it is lost, with the progress that was made."""
    batch = env.env.batch
    state, progress = batch.states[0], batch.simulator.goal_progress(batch.states)[0]
    result = {"score": int(state.score), "goal_progress": float(progress), "rounds": int(state.rounds)}
    return {"victory": False, **result, "cause": ""}


@scorer(metrics=[accuracy(), stderr()])
def victory() -> Scorer:
    """1 for a game that is won; a game that a limit ended counts as lost."""

    async def score(state: TaskState, target: Target) -> Score:
        end = state.store.get(END)
        won = bool(end["result"]["victory"]) and not end["limit"]
        explanation = f"limit: {end['limit']}" if end["limit"] else end["result"]["cause"]
        return Score(value=int(won), explanation=explanation, metadata=end)

    return score


@scorer(metrics=[mean(), stderr()])
def goal_progress() -> Scorer:
    """How much of the goal is done, 0 to 1."""

    async def score(state: TaskState, target: Target) -> Score:
        return Score(value=float(state.store.get(END)["result"]["goal_progress"]))

    return score
