"""Play a game in the terminal or the browser: `python -m crusoe_env.play marooned [--web]`.

Moves are chosen by number, by name or by the beginning of a name; `help` lists the other commands. What is
shown is what a player at the table sees, and an agent that is asked for advice knows no more either.
"""

from crusoe_env.play.program import main

__all__ = ["main"]
