"""One game with all that interfaces to one game share: playing, planning, text and pictures."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from crusoe_env.engine import stepping
from crusoe_env.engine.batch import Batch
from crusoe_env.engine.game import Game
from crusoe_env.engine.random import seed_words
from crusoe_env.engine.snapshot import restored_record
from crusoe_env.interfaces.planning import Plans, begun, checked_states, packed
from crusoe_env.interfaces.rendering import Renderer

if TYPE_CHECKING:
    from crusoe_env.engine.outcomes import Outcomes
    from crusoe_env.engine.simulator import Policy
    from crusoe_env.show.drawing import Picture


class OneGame(Plans):
    """One game: a batch of one, what was done last, and how it is shown.

    Attributes:
        game: which game.
        batch: the game as a batch of one.
        render_mode: "ansi", "rgb_array", "human" or None.

    Args:
        game: which game.
        render_mode: the render mode.
        look: of pictures, a mapping of `theme`, `layout` and `width`.
        settings: of `Batch`, the game's options included.

    Raises:
        ValueError, TypeError: for a wrong setting.
    """

    game: Game

    def __init__(
        self,
        game: Game,
        render_mode: str | None,
        look: Mapping[str, Any] | None,
        settings: Mapping[str, Any],
    ) -> None:
        self.game = game
        self._renderer = Renderer(game.title, render_mode, look)
        self.render_mode = render_mode
        self.batch = Batch(game, 1, **settings)
        self._action = np.zeros(1, np.int64)
        self._last_action: int | None = None
        self._recent: deque[tuple[bytes, int]] = deque(maxlen=game.show.logged_actions)

    # ------------------------------------------------------------------ playing

    def _begin_episode(
        self, generator: np.random.Generator | None, options: Mapping[str, Any] | None
    ) -> None:
        """Begin an episode, with a generator that seeds it or None. Raises as `Batch.reset`."""
        self.batch.forced_by(options)
        if generator is not None:
            self.batch.states.rng[0] = seed_words(generator)
        self.batch.simulator.ensure_compiled(wait=False)
        self.batch.reset(options=options)
        self._forget()

    @property
    def _is_seeded(self) -> bool:
        return bool(self.batch.states.rng[0].any())

    def _go_on(self) -> None:
        """Go on from a record that was changed from outside."""
        self.batch.simulator.ensure_compiled(wait=False)
        self.batch.refresh()
        self._forget()

    def _forget(self) -> None:
        self._last_action = None
        self._recent.clear()

    def _play(self, action: int) -> int:
        """Play an action of 64 bits of the player who decides; return `Batch.flags` of the game."""
        batch = self.batch
        logs = self.game.show.logged_actions
        before = batch.states.tobytes() if logs else b""  # a record's own copy() is slow
        self._action[0] = action
        batch.play(self._action)
        flags = int(batch.flags[0])
        if not flags & stepping.ILLEGAL:
            self._last_action = action
            self._recent.append((before, action))
        if self.render_mode == "human":
            self.render()
        return flags

    def close(self) -> None:
        """Close the window, if one is open, and end the threads."""
        self._renderer.close()
        self.batch.close()

    def _restored(self, which: np.ndarray) -> Any:
        """Go on from a record that was changed from outside; return what `reset` returns."""
        raise NotImplementedError

    # ------------------------------------------------------------------ planning

    def legal_actions(self) -> list[int]:
        """The legal actions of who decides; none once the episode has ended."""
        return self.batch.legal_actions(0)

    def snapshot(self) -> bytes:
        """The whole game as bytes, hidden cards and generator included. For planning use `determinize`."""
        return packed(self.batch, 0)

    def restore(self, snapshot: bytes) -> Any:
        """Go back to a snapshot: the same actions then give the same game. Returns what `reset` returns.

        Raises:
            SnapshotError: not a whole snapshot of this game with these options, or changed; the game stays as
                it is.
        """
        self.batch.states[:] = restored_record(self.batch.simulator, snapshot)
        return self._restored(np.ones(1, np.bool_))

    def set_state(self, state: Any) -> Any:
        """Go on from a record (of `determinize`, a `Simulator`). Returns what `reset` returns.

        Raises:
            ValueError: not one record of this game with these options and facts, or no game that the rules
                could have led to; the game stays as it is.
        """
        self.batch.states[:] = checked_states(self.batch, state, 1)
        return self._restored(np.ones(1, np.bool_))

    def playouts(
        self,
        count: int,
        seed: int | np.random.Generator | None = None,
        policy: Policy | None = None,
    ) -> dict[str, float]:
        """Play `count` games on from here; return mean `victory`, `score`, `goal_progress`, `rounds`.

        Each begins with a deal of its own; the same seed gives the same means. They are played at random, or
        by a policy as `Simulator.playouts` takes it.
        """
        states, rng = begun(self.batch), np.random.default_rng(seed)
        means = self.batch.simulator.playouts(states, count, rng, policy=policy)
        return {name: float(values[0]) for name, values in means.items()}

    def outcomes(self, action: int, seed: int | np.random.Generator | None = None) -> Outcomes:
        """What an action may lead to, `states` and `probabilities`, by a deal that the player may see.

        Raises:
            ValueError: for an illegal action, or chance that cannot be listed; see `Simulator.outcomes`.
        """
        simulator = self.batch.simulator
        dealt = simulator.determinize(begun(self.batch), np.random.default_rng(seed))
        return simulator.outcomes(dealt, action)

    def log(self) -> list[dict[str, Any]]:
        """What happened last as data, oldest first, as far as the game keeps it; see the game's page."""
        state, simulator = self.batch.states[0], self.batch.simulator
        return self.game.log(state, simulator.tables_of(state), simulator.facts_of(state))

    def force_chance(self, outcomes: Sequence[Any] | Mapping[str, Any]) -> None:
        """Choose what chance brings next, for instance the next cards of the deck, by name.

        Args:
            outcomes: a list, in order; or a dict by the names of the game's options of `reset`.

        Raises:
            ValueError: for an outcome that cannot come; the game stays as it is.
        """
        self.batch.simulator.force_chance(self.batch.states[0], outcomes)
        self.game.chance.force(self.batch.states[0])

    def render(self, theme: str | None = None, layout: str | None = None, width: int | None = None) -> Any:
        """Return the table as text ("ansi") or an image (uint8, height x width x 3), or show a window.

        Arguments as for `picture`; wrappers do not pass them on, so give `look` to `gymnasium.make` there.
        """
        return self._renderer.render(self.text, lambda: self.picture(theme, layout, width))

    def picture(
        self,
        theme: str | None = None,
        layout: str | None = None,
        width: int | None = None,
        viewer: Any = None,
    ) -> Picture:
        """The table as an SVG drawing, which a notebook shows.

        Args:
            theme: "light" or "dark".
            layout: "table", or "compact": 400 pixels wide, with words of at least 11 pixels.
            width: in pixels; the height follows.
            viewer: the seat whose knowledge is drawn, in games that hide decisions of others; of PettingZoo
                the agent's name. None: all.

        What else is None is as `look` says.

        Raises:
            ValueError, TypeError: for a value that is none of these.
        """
        shown = self._shown(viewer)
        action = self._last_action if viewer is None else None
        last = None if action is None else self.game.actions.name(action)
        style: dict[str, Any] = {"log": self._recent_log(*shown)} if self.game.show.logged_actions else {}
        look = self._renderer.look.but(theme=theme, layout=layout, width=width)
        return look.picture(self.game, *shown, last_action=last, **style)

    def _recent_log(self, state: Any, tables: Any, facts: dict[str, Any]) -> list[str]:
        """What each of the last actions did, oldest first, as the game's view puts it."""
        happened = self.game.viewed("happened")
        kind = self.batch.states.dtype
        states = [np.frombuffer(bytearray(before), kind)[0] for before, _ in self._recent] + [state]
        actions = [action for _, action in self._recent]
        steps = zip(states[:-1], actions, states[1:], strict=True)
        return [
            line for before, action, after in steps for line in happened(before, action, after, tables, facts)
        ]

    def text(self, viewer: Any = None) -> str:
        """The table as text; `viewer` as for `picture`."""
        return self.game.text(*self._shown(viewer))

    def _shown(self, viewer: Any) -> tuple[Any, Any, dict[str, Any]]:
        """Record, tables and facts as a viewer knows them."""
        state, simulator = self.batch.states[0], self.batch.simulator
        tables = simulator.tables_of(state)
        return self.game.seen_by(state, tables, self._seat(viewer)), tables, simulator.facts_of(state)

    def _seat(self, viewer: Any) -> int | None:
        """The seat of a viewer."""
        seat: int | None = viewer
        return seat

    def _repr_html_(self) -> str:
        return self.picture()._repr_html_()
