"""`python -m crusoe_env.play`."""

import sys

from crusoe_env.command_line import guarded
from crusoe_env.play.program import start

if __name__ == "__main__":
    sys.exit(guarded(lambda: start(sys.argv[1:])))
