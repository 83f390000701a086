"""Evaluate agents: `python evaluate.py runs/marooned_sb3 --agents random`, the same as `crusoe evaluate`."""

from __future__ import annotations

import sys

from crusoe_env.command_line import guarded
from crusoe_env.programs import run


def main(arguments: list[str]) -> int:
    """Run; the exit status."""
    return run("evaluate", arguments, prog="evaluate.py")


if __name__ == "__main__":
    sys.exit(guarded(lambda: main(sys.argv[1:])))
