"""A game of Dieson Crusoe that tests lay out and play by names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crusoe_env.dieson import state as st
from tests.support import new_env

BLUE = 10
"""Added to a value: the blue die."""


def die(value: int) -> int:
    """A die as the record keeps it."""
    return 2 * (value % BLUE) + (value > BLUE)


class Table:
    """One environment; `put` lays things out, `do` takes actions by name, attributes read the record."""

    def __init__(self, chance: Iterable[int] = (), **options: Any) -> None:
        options = {"character": "craftsman", "friend": "none", **options}
        self.env = new_env("dieson", on_illegal="raise", **options)
        self.last = self.env.reset(seed=0, options={"chance": list(chance)} if chance else None)

    @property
    def s(self) -> Any:
        return self.env.batch.states[0]

    @property
    def t(self) -> Any:
        return self.env.batch.simulator.tables

    def put(self, **state: Any) -> Table:
        """Lay out goods, dice and everything else by their names, then look at the table anew."""
        s = self.s
        for name, value in state.items():
            if name in st.GOOD_IDS:
                s.goods[st.GOOD_IDS.index(name)] = value
            elif name in st.ICON_IDS:
                s.icon[st.ICON_IDS.index(name)] = die(value)
            elif name in ("unused", "used"):
                s[name][:] = [*map(die, value), *[0] * (3 - len(value))]
                s[f"{name}_count"] = len(value)
            elif name == "tools":
                s.owned[:] = [tool in value for tool in st.TOOL_IDS]
            elif name == "space":
                s.space = st.SPACE_IDS.index(value)
            elif name == "phase":
                s.phase = st.PHASES.index(value)
            elif name == "friend":
                s.friend = st.NONE if value is None else st.FRIEND_IDS.index(value)
            elif name == "box":
                s.box = list(self.t.rondel).index(st.BOX_IDS.index(value))
            else:
                assert name in s.dtype.names, name
                s[name] = value
        self.env.batch.refresh()
        return self

    def at_box(self, box: str, value: int, **state: Any) -> Table:
        """A die of this value has just led to this box; two more dice are unused."""
        action = {"chosen": die(value), "value": value % BLUE, "extra_stars": 0, "extra_action": 0}
        nothing = dict.fromkeys(st.GOOD_IDS, 0)
        self.put(**nothing, unused=[5, 6], used=[], **action)
        return self.put(phase="action", box=box, **state)

    def in_evening(self, space: str, **state: Any) -> Table:
        """At the meal, with nothing to come but weather and raid; the next morning brings nothing."""
        self.put(phase="eat", unused=[], used=[1, 1, 1], weather=1, raid=1, space=space)
        return self.before_quiet_morning().put(**state)

    def before_quiet_morning(self) -> Table:
        """The next dice are 1, 2, 3; they lead to the friend's event: nothing without a friend."""
        self.env.force_chance([1, 2, 3])
        return self.put(event_box=3)

    def do(self, *names: str) -> Table:
        """Take these actions, which must be legal."""
        for name in names:
            self.last = self.env.step(self.env.action_index(name))
        return self

    @property
    def legal(self) -> set[str]:
        return {self.env.action_name(action) for action in self.env.legal_actions()}

    def goods(self) -> dict[str, int]:
        """What is there, without what is not."""
        return {name: int(n) for name, n in zip(st.GOOD_IDS, self.s.goods, strict=True) if n}

    def icon(self, name: str) -> int:
        """The value of an icon die."""
        return int(self.s.icon[st.ICON_IDS.index(name)]) // 2

    @property
    def unused(self) -> list[int]:
        return [int(d) // 2 + BLUE * (int(d) % 2) for d in self.s.unused[: self.s.unused_count]]

    @property
    def used(self) -> list[int]:
        return [int(d) // 2 for d in self.s.used[: self.s.used_count]]

    @property
    def phase(self) -> str:
        return st.PHASES[self.s.phase]

    @property
    def box(self) -> str:
        return st.BOX_IDS[self.t.rondel[self.s.box]]

    @property
    def space(self) -> str:
        return st.SPACE_IDS[self.s.space]

    @property
    def tools(self) -> set[str]:
        return {name for name, mark in zip(st.TOOL_IDS, self.s.owned, strict=True) if mark}

    @property
    def end(self) -> str:
        return st.CAUSES[self.s.cause]
