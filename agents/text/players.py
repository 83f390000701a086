"""Who answers in text: agents of the project, stubs, language models."""

from __future__ import annotations

from importlib import import_module

import numpy as np

from crusoe_env.agent import Agent, Transcript, name_in_tables
from crusoe_env.support.words import shown
from crusoe_env.text import TextEnv
from crusoe_env.trust import ERRING, SERVERS

from ..own import class_at, is_own
from ..registry import make_agent

NONSENSE = "I do not know."
"""What a stub says when it errs."""


class TextPlayer:
    """A player in text. Subclasses implement `answer`, and `begin` if they have a conversation.

    Attributes:
        name: as it stands in tables.
        usage: what the present game has cost as far as the player counts it, such as `prompt_tokens`.
        notes: its notebook from earlier games of a series, for the next one; empty: it has none.
        keeps_memory: whether an agent with memory goes on with that of the last game of a series.
    """

    name = "player"

    def __init__(self) -> None:
        self.usage: dict[str, float] = {}
        self.notes = ""
        self.keeps_memory = False

    def prepare(self, env: TextEnv) -> None:
        """Get ready for games of `env`, before they begin. Raises ValueError if it cannot play them."""

    def begin(self, env: TextEnv, seed: int) -> None:
        """A game begins; `env.briefing()` has the rules. A model must read nothing else of the game."""

    def answer(self, message: str, seat: int) -> str:
        """The answer of a seat to a message: a move or a question."""
        raise NotImplementedError

    def watch(self) -> None:
        """Another seat decides now, of whose move a player may learn."""

    def rewritten(self, notes: str, result: str, most: int) -> str:
        """The notebook after a game, of at most so many characters; here it stays as it is.

        Args:
            notes: the notebook before.
            result: of the game, in a line.
            most: characters; what is longer is cut.
        """
        return notes


class AgentPlayer(TextPlayer):
    """An agent that plays through text: it decides as in the array interface, and says its move.

    It answers with the number of the move, or with its words where moves are not listed.

    Args:
        name: of the agent, as `registry` understands it.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self._named = name, name
        self._agent: Agent | None = None
        self._env: TextEnv | None = None
        self._moves: Transcript | None = None
        self._decided: list[tuple[int, np.ndarray, np.ndarray]] = []

    @property
    def agent(self) -> Agent | None:
        """The agent of the present game."""
        return self._agent

    def prepare(self, env: TextEnv) -> None:
        """Make the agent for this environment, unless it plays there already."""
        self._prepared(env)

    def _prepared(self, env: TextEnv) -> Agent:
        if self._agent is None or self._env is not env:
            self._agent = make_agent(self._named, env.env.batch.simulator)
            self.name = name_in_tables(self._agent.name, self._agent.cheats)
            self._env, self._moves = env, None
        return self._agent

    def begin(self, env: TextEnv, seed: int) -> None:
        """Begin as `evaluation.play_games` does for one game with this seed."""
        agent = self._prepared(env)
        self._decided = []
        self._rng = np.random.default_rng(seed)
        if self._moves is None or not self.keeps_memory:
            agent.reset(seed)
            self._moves = Transcript(np.zeros(1, np.int64)) if agent.remembers else None

    def answer(self, message: str, seat: int) -> str:
        """The agent's move, by number or in words."""
        env, agent = self._env, self._agent
        if env is None or agent is None:
            raise RuntimeError("no game has begun: call begin() before answer()")
        self._learn()
        self.watch()
        simulator, states = env.env.batch.simulator, env.env.batch.states
        observation, mask = simulator.views(states)
        actions = agent.decide(simulator, states, observation, mask, self._rng, self._moves)
        words = env.answer_for(int(actions[0]))
        if not env.list_moves:
            return words
        return str(next(number for number, move in env.moves().items() if move == words))

    def watch(self) -> None:
        """Note who decides now, for an agent with memory; the move is known once it is made."""
        if self._moves is not None and self._env is not None:
            batch = self._env.env.batch
            hidden = np.asarray(batch.simulator.hides(batch.states))
            self._decided.append((len(self._env.turns), batch.states.acting.copy(), hidden))

    def _learn(self) -> None:
        """Remember the moves that were made since the last decision."""
        for number, seats, hidden in self._decided:
            turn = self._env.turns[number] if self._env is not None else None
            if self._moves is not None and turn is not None and turn.action is not None:
                self._moves.add(seats, np.array([turn.action]), hidden)
        self._decided = []

    def rewritten(self, notes: str, result: str, most: int) -> str:
        """The notebook as it is; an agent with memory remembers the end of the game."""
        self._learn()
        return notes


class ErringPlayer(TextPlayer):
    """A stub that shows what limits do: it errs in a share of its answers, else says those of a player.

    Args:
        player: whose answers it gives.
        share: of answers that are nonsense.
    """

    def __init__(self, player: TextPlayer, share: float) -> None:
        super().__init__()
        self.player, self.share = player, share
        self._kept: str | None = None

    @property
    def name(self) -> str:  # type: ignore[override]
        """Its name says the share."""
        return f"{self.player.name}, erring in {self.share:.0%}"

    def prepare(self, env: TextEnv) -> None:
        """Prepare the player whose answers it gives."""
        self.player.prepare(env)

    def begin(self, env: TextEnv, seed: int) -> None:
        """Begin a game."""
        self._rng, self._kept = np.random.default_rng(seed), None
        self.player.begin(env, seed)

    def answer(self, message: str, seat: int) -> str:
        """Nonsense, or the player's answer, which it is asked for once a decision."""
        if self._kept is None:
            self._kept = self.player.answer(message, seat)
        if self._rng.random() < self.share:
            return NONSENSE
        answer, self._kept = self._kept, None
        return answer


OPENAI, *_ = SERVERS
KINDS = {OPENAI: ("openai_player", "OpenAIPlayer")}
"""Players that ask a server, by what their names begin with up to a colon: a module of this package, and the
class in it, which gets the rest of the name."""


def make_player(name: str) -> TextPlayer:
    """The player of this name. Raises ValueError with the valid forms.

    Args:
        name: an agent (`random`, `scripted`, `zoo:NAME`, `mcts:100`, ...), `erring:SHARE:NAME` (a stub),
            MODULE:CLASS of a subclass of TextPlayer, or one of `KINDS`, as `openai:MODEL@URL`.
    """
    kind, _, rest = name.partition(":")
    if kind in KINDS:
        module, of_class = KINDS[kind]
        made: TextPlayer = getattr(import_module(f".{module}", __package__), of_class)(rest)
        return made
    if name.startswith(ERRING):
        share, _, player = rest.partition(":")
        try:
            number = float(share)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1 or not player:
            raise ValueError(f"player {shown(name)}: write erring:0.1:scripted, with a share from 0 to 1")
        return ErringPlayer(make_player(player), number)
    if is_own(name):
        try:
            return class_at(name, TextPlayer, "player")()
        except ValueError:
            pass  # an agent of arrays may have this path; its error names what is missing
    return AgentPlayer(name)
