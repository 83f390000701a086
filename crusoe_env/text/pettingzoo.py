"""PettingZoo environments of strings: each seat reads its own messages and answers for itself."""

from __future__ import annotations

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from crusoe_env.engine.game import Game
from crusoe_env.interfaces.registration import find_game
from crusoe_env.interfaces.seated import TESTS_OPTION, seat_names
from crusoe_env.text.env import EACH, TextEnv

QUIET = ("moves", "action", "move", "seat", "who")
"""Of an info of `TextEnv`: what concerns one seat alone."""


class _Seats:
    """The seats of a game in text: what both forms share.

    Args:
        game: of several players.
        settings: of `TextEnv`.

    Raises:
        ValueError: a game of one player.
    """

    def __init__(self, game: str | Game, settings: dict[str, Any]) -> None:
        played = find_game(game)
        if not played.several_players:
            raise ValueError(f"{played.title} is a game for one player; use TextEnv")
        self.text = TextEnv(played, seats=EACH, **settings)
        most = max(len(played.seats.of(record)) for record in self.text.env.batch.simulator.templates)
        self.possible_agents = seat_names(most)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.text.observation_space)
        self.action_spaces = dict.fromkeys(self.possible_agents, self.text.action_space)
        self.metadata = {"name": f"{played.name}_text_v{played.version}", "render_modes": []}
        self.render_mode = None
        self.messages: dict[str, str] = {}
        """The last message to each seat; empty for one that has not been spoken to."""

    def briefing(self) -> str:
        """The rules in short, the task, and how to answer."""
        return self.text.briefing()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Strings."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Strings."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """End the threads of the game."""
        self.text.close()

    def render(self) -> None:
        """Nothing: the messages are the picture."""

    @property
    def acting(self) -> str:
        """Who is asked."""
        return f"player_{self.text.seat}"

    def _begun(self, seed: int | None, options: dict[str, Any] | None) -> dict[str, Any]:
        chosen = {name: value for name, value in (options or {}).items() if name != TESTS_OPTION}
        message, info = self.text.reset(seed=seed, options=chosen)
        self.agents = seat_names(len(self.text.game.seats.of(self.text.env.batch.states[0])))
        self.messages = dict.fromkeys(self.agents, "")
        self.messages[self.acting] = message
        return self._infos(info)

    def _infos(self, info: dict[str, Any]) -> dict[str, Any]:
        """By agent: the info of `TextEnv` for who is asked, and for the others what concerns all."""
        shared = {name: value for name, value in info.items() if name not in QUIET}
        return {agent: dict(info) if agent == self.acting else dict(shared) for agent in self.agents}

    def _answered(self, answer: str) -> tuple[float, bool, bool, dict[str, Any]]:
        message, reward, terminated, truncated, info = self.text.step(answer)
        over = terminated or truncated
        for agent in self.agents if over else [self.acting]:
            self.messages[agent] = message
        return reward, terminated, truncated, self._infos(info)


class TextAEC(_Seats, AECEnv[str, str, str]):
    """A game of several players in text, as a PettingZoo AEC environment.

    The seat that is asked acts; a question, a word to others or a refused answer leaves it selected. An
    observation is the last message to a seat, empty before its first. At the end all read the last message.

    Args:
        game: of several players.
        **settings: of `TextEnv`, but for `seats`.
    """

    def __init__(self, game: str | Game = "robinson", **settings: Any) -> None:
        _Seats.__init__(self, game, settings)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; arguments and errors as of `TextEnv.reset`."""
        infos = self._begun(seed, options)
        self.infos = infos
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.acting

    def observe(self, agent: str) -> str:
        """The last message to an agent."""
        return self.messages[agent]

    def step(self, action: str | None) -> None:
        """The answer of `agent_selection`; None for an agent whose game is over.

        Raises:
            TypeError: the answer is no string.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        reward, terminated, truncated, infos = self._answered(action)  # type: ignore[arg-type]
        self.infos = infos
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, reward)
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.agents[0] if terminated or truncated else self.acting
        self._accumulate_rewards()


class TextParallel(_Seats, ParallelEnv[str, str, str]):
    """A game of several players in text, as a PettingZoo parallel environment.

    One seat is asked at a time (`info["moves"]` is there for that seat alone); answers of the others are not
    read. An observation is the last message to a seat.

    Args:
        game: of several players.
        **settings: of `TextEnv`, but for `seats`.
    """

    def __init__(self, game: str | Game = "robinson", **settings: Any) -> None:
        _Seats.__init__(self, game, settings)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, str], dict[str, Any]]:
        """Begin a game; arguments and errors as of `TextEnv.reset`. Returns messages and infos."""
        infos = self._begun(seed, options)
        return dict(self.messages), infos

    def step(self, actions: dict[str, str]) -> tuple[dict[str, Any], ...]:
        """Answer for the seat that is asked.

        Returns:
            messages, rewards, terminations, truncations, infos, each by agent.

        Raises:
            ValueError: the seat that is asked has no answer.
            TypeError: its answer is no string.
        """
        if self.acting not in actions:
            raise ValueError(f"{self.acting} is asked, and has no answer")
        reward, terminated, truncated, infos = self._answered(actions[self.acting])
        agents = self.agents
        if terminated or truncated:
            self.agents = []
        return (
            {agent: self.messages[agent] for agent in agents},
            dict.fromkeys(agents, reward),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            infos,
        )


def env(game: str | Game = "robinson", **settings: Any) -> TextAEC:
    """A game in text as an AEC environment; arguments as of `TextAEC`."""
    return TextAEC(game, **settings)


def parallel_env(game: str | Game = "robinson", **settings: Any) -> TextParallel:
    """A game in text as a parallel environment; arguments as of `TextParallel`."""
    return TextParallel(game, **settings)
