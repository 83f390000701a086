"""Games in the terminal, set up for tests."""

import io
import re
from pathlib import Path

import gymnasium
import numpy as np

from crusoe_env import GAMES
from crusoe_env.agent import Agent
from crusoe_env.play import main
from crusoe_env.play.session import Session
from crusoe_env.play.terminal import Screen, Terminal

ROOT = Path(__file__).parents[2]


MOVES = ["walk north", "walk east", "explore south", "flip wild_boar", "stay"]


def play(typed, *arguments, name="marooned"):
    """Exit status and transcript of a game in which these lines are typed."""
    target = io.StringIO()
    status = main([name, "--plain", *arguments], io.StringIO("".join(f"{line}\n" for line in typed)), target)
    return status, target.getvalue()


def tables(transcript):
    """The tables that were shown, each with its moves."""
    starts = [found.start() for found in re.finditer("^Marooned!   turn", transcript, re.MULTILINE)]
    return [transcript[a:b].split("\n> ")[0] for a, b in zip(starts, [*starts[1:], None], strict=True)]


def new_game(seed=0, name="marooned"):
    env = gymnasium.make(GAMES[name]).unwrapped
    env.reset(seed=seed)
    return env


def new_terminal(typed=(), seed=0, **settings):
    source = io.StringIO("".join(f"{line}\n" for line in typed))
    return Terminal(Session(new_game(seed), **settings), Screen(source, io.StringIO(), plain=True))


class Spy(Agent):
    """A planner that remembers what it was given."""

    name, uses_states = "spy", True

    def __init__(self):
        self.given = []

    def act_state(self, states, mask):
        self.given.append(states.copy())
        return np.argmax(mask, axis=1)
