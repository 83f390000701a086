"""One row of a program: its columns, by name. `compiler.py` says what they mean."""

from __future__ import annotations

from typing import NamedTuple

from crusoe_env.robinson import constants as c


class Row(NamedTuple):
    """One row of a program; in the table of all programs it is `t.rows[row]`, with the columns below."""

    op: int
    who: int = c.NONE
    what: int = c.NONE
    where: int = c.NONE
    number: int = 0
    flags: int = 0
    jump: int = 0


ROW_LENGTH = len(Row._fields)
OP, WHO, WHAT, WHERE, NUMBER, FLAGS, JUMP = range(ROW_LENGTH)
