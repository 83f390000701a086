"""The zoo: trained policies that come with the project, each a file of weights and a card.

`zoo/NAME.safetensors` holds the weights, `zoo/NAME.json` the card with task, training and strength.
`zoo:NAME` is the agent of this policy. It needs NumPy alone, and reading its files can run no code.

`crusoe zoo` lists the policies; `crusoe zoo add RUN NAME --games 10000` evaluates the best policy of a
finished run of the fast trainer over so many games and puts it into the zoo.

Partners for cooperation are policies, too, in the folder `zoo/partners`: `partner:NAME` is the policy
`partners/NAME`. `crusoe zoo add RUN partner:NAME` puts one there.
"""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

from crusoe_env import GAMES, Game, Simulator, game
from crusoe_env.agent import Agent
from crusoe_env.facts import FactsError, Field
from crusoe_env.support.origin import commit
from crusoe_env.support.reading import read_json
from crusoe_env.support.words import nearest, one_line
from crusoe_env.trust import admitted

from .learning import safetensors
from .learning.checkpoint import FAST_SUFFIX
from .learning.mapping import LAYOUT
from .learning.policies import policy_from
from .shipped import PARTNERS as PARTNERS_DISTRIBUTION
from .shipped import ZOO, how_to_get, zoo_folder

PREFIX = "zoo:"
PARTNER_PREFIX, PARTNERS = "partner:", "partners"
"""Prefix of the agents that are partners, and the folder of these policies in the zoo."""
CARD_SUFFIX = ".json"
DIRTY = "-dirty"
"""Suffix of a commit from which files differ."""
FORMAT = 1
"""The format of cards."""
FIELDS = {
    "game": Field(str),
    "version": Field(int),
    "layout": Field(str),
    "task": Field(dict),
    "note": Field(str),
    "strength.victory_rate": Field(float, low=0, high=1),
    "strength.interval": Field(list, length=2, each=Field(float, low=0, high=1)),
}
"""Fields of a card that are read."""


def clean_commit() -> str:
    """The commit of the sources, for what is published. Raises ValueError if files differ from it."""
    return checked_commit(commit(), "the sources")


def checked_commit(found: str, what: str) -> str:
    """A commit that a card may name. Raises ValueError if files of `what` differ from it."""
    if found.endswith(DIRTY):
        clean = found.removesuffix(DIRTY)
        raise ValueError(f"{what} differ from commit {clean}: commit them first, or nobody can rebuild it")
    return found


def folder() -> Path:
    """The folder of the policies."""
    return zoo_folder()


def names() -> list[str]:
    """The names of all policies but partners."""
    return sorted(file.stem for file in folder().glob(f"*{CARD_SUFFIX}"))


def partner_names() -> list[str]:
    """The names of all policies that are partners, `partners/NAME`."""
    return sorted(f"{PARTNERS}/{file.stem}" for file in (folder() / PARTNERS).glob(f"*{CARD_SUFFIX}"))


def named(agent: str) -> str | None:
    """The name of a policy, given `zoo:NAME` or `partner:NAME`; None for other agents.

    Other partners than policies (styles of rules) have no card.
    """
    if agent.startswith(PARTNER_PREFIX):
        name = name_of(agent)
        return name if card_file(name).is_file() else None
    return agent.removeprefix(PREFIX) if agent.startswith(PREFIX) else None


def name_of(agent: str) -> str:
    """The name of the policy `zoo:NAME` or `partner:NAME`, whether there is one or not."""
    if agent.startswith(PARTNER_PREFIX):
        return f"{PARTNERS}/{agent.removeprefix(PARTNER_PREFIX)}"
    return agent.removeprefix(PREFIX)


def agent_name(name: str) -> str:
    """The opposite of `name_of`."""
    own = name.removeprefix(f"{PARTNERS}/")
    return PREFIX + name if own == name else PARTNER_PREFIX + own


def said(name: str) -> str:
    """How messages call a policy: by its own name, a partner as `partner:NAME`."""
    return agent_name(name) if "/" in name else name


def not_installed(name: str) -> str:
    """What to say of a policy where none is installed."""
    what, source = ("partners", PARTNERS_DISTRIBUTION) if "/" in name else ("policies", ZOO)
    agent = agent_name(name) if name.removeprefix(f"{PARTNERS}/") else "zoo"
    return f"{agent}: the {what} are not installed: {how_to_get(source)}"


def weights_file(name: str) -> Path:
    """The file of a policy's weights."""
    return folder() / f"{name}{FAST_SUFFIX}"


def card_file(name: str) -> Path:
    """The file of a policy's card."""
    return folder() / f"{name}{CARD_SUFFIX}"


def read_card(name: str) -> dict[str, Any]:
    """The content of a policy's card. Raises ValueError for an unknown policy or a damaged card."""
    known = names() if "/" not in name else partner_names()
    if name not in known:
        if not known:
            raise ValueError(not_installed(name))
        there = nearest(said(name), [said(it) for it in known])
        raise ValueError(f"there is no policy {said(name)!r} in the zoo; {there}")
    path = card_file(name)
    try:
        card = read_json(path)
        if card["format"] != FORMAT:
            raise ValueError(f"it is of format {card['format']}, this version reads {FORMAT}")
        missing = {"game", "version", "layout", "task", "training", "strength"} - set(card)
        if missing:
            raise ValueError(f"it lacks {', '.join(sorted(missing))}")
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path}: is no card of a policy: {' '.join(str(error).split())}") from error
    _check(card, str(path))
    return dict(card)


def _check(card: dict[str, Any], where: str) -> None:
    """Check the fields in use. Raises FactsError, which is a ValueError."""
    for name, spec in FIELDS.items():
        value: Any = card
        for part in name.split("."):
            if not isinstance(value, dict) or part not in value:
                raise FactsError(f"{where}: field {name!r} is missing")
            value = value[part]
        spec.check(value, f"{where}: field {name!r}")
    admitted(card["game"], f"{where}: field 'game'")
    if card["game"] in GAMES:
        try:
            game(card["game"]).checked_options({key: it for key, it in card["task"].items() if key != "data"})
        except TypeError as error:
            raise FactsError(f"{where}: field 'task': {error}") from error


def task_of(name: str) -> tuple[str, dict[str, Any]]:
    """The game and options of a policy's task. Raises ValueError: there are none such, or as `read_card`."""
    card = read_card(name)
    try:
        Simulator(game(card["game"]), **card["task"])
    except (TypeError, ValueError) as error:
        raise FactsError(f"{card_file(name)}: field 'task': {error}") from error
    return card["game"], dict(card["task"])


def load(name: str, game: Game) -> Agent:
    """A policy as an agent.

    Raises:
        ValueError: as `weights_for`.
        CheckpointError: its weights are missing, damaged, for another game, or not as the card says.
    """
    path = weights_for(name, game)
    card = read_card(name)
    try:
        hidden, kept_as = card["training"]["config"]["ppo"]["net"], card["weights"]["kept_as"]
        net = f"{card_file(name)}: field 'training.config.ppo.net'"
        Field(list, each=Field(int, low=1)).check(hidden, net)
        Field(str).check(kept_as, f"{card_file(name)}: field 'weights.kept_as'")
    except (KeyError, TypeError) as error:
        lacks = f"{one_line(error)} is missing"
        raise ValueError(f"{card_file(name)}: is no card of a policy: {lacks}") from error
    return policy_from(path, game, agent_name(name), hidden, kept_as)


def weights_for(name: str, game: Game) -> Path:
    """The file of a policy's weights, if it fits the present game.

    Raises:
        ValueError: there is no such policy, or its card is damaged, or it is for another game; or the
            game is of another version or has other layouts now, and its file has no names.
        CheckpointError: the file is damaged.
    """
    card = read_card(name)
    if card["game"] != game.name:
        raise ValueError(
            f"{agent_name(name)}: plays {card['game']}, not {game.name}; {_that_play(game.name)}"
        )
    path = weights_file(name)
    if not is_of_today(card, game) and LAYOUT not in safetensors.read(path)[1]:
        raise ValueError(
            f"{agent_name(name)}: was trained on other actions or observations than those of {game.env_id}"
            f" now, and {path} has no names by which to find them again"
        )
    return path


def _that_play(game: str) -> str:
    suited = [name for name in names() if read_card(name)["game"] == game]
    return f"choose from {', '.join(suited)}" if suited else f"there is none that plays {game}"


def is_of_today(card: dict[str, Any], game: Game) -> bool:
    """Return true if a policy's card is of the present version and layouts of its game."""
    return (card["version"], card["layout"]) == (game.version, layout_of(game))


@functools.cache
def layout_of(game: Game) -> str:
    """A hash of the meaning of a game's actions and observation entries."""
    meanings = [(it.segment, it.row, it.field, it.start, it.divisor) for it in game.observations.fields()]
    return hashlib.blake2b(json.dumps([game.actions.names, meanings]).encode(), digest_size=8).hexdigest()
