"""Partners for cooperation: agents with habits of their own, `partner:NAME`.

Learned partners are policies in `zoo/partners`, each with a card; others are styles of the scripted player
(`agents/robinson/styles.toml`). Which of them train, validate and test an agent stands in the file of a
challenge (`agents/challenges`).
"""

from __future__ import annotations

from crusoe_env import Simulator
from crusoe_env.agent import Agent
from crusoe_env.support.words import nearest, shown

from . import zoo
from .robinson.styles import Styled, styles
from .zoo import PARTNER_PREFIX


def is_partner(name: str) -> bool:
    """Return true for `partner:NAME`."""
    return name.startswith(PARTNER_PREFIX)


def partners() -> dict[str, str]:
    """What each partner is like, by its name as an agent: styles first."""
    found = {PARTNER_PREFIX + name: str(style["about"]) for name, style in styles().items()}
    return found | {zoo.agent_name(name): str(zoo.read_card(name)["note"]) for name in zoo.partner_names()}


def strangers(game: str) -> list[str]:
    """Styles that play any task of a game with several players, as names of agents; none but in Robinson."""
    return [PARTNER_PREFIX + name for name in styles()] if game == "robinson" else []


def styled(name: str, simulator: Simulator) -> Agent:
    """The style `partner:NAME` of the scripted player. Raises ValueError if there is none for this game."""
    if name not in partners():
        if not zoo.partner_names():
            raise ValueError(zoo.not_installed(zoo.name_of(name)))
        raise ValueError(f"there is no {shown(name)}; {nearest(name, partners())}")
    if simulator.game.name != "robinson":
        raise ValueError(f"{name}: plays robinson, not {simulator.game.name}")
    return Styled(simulator, name.removeprefix(PARTNER_PREFIX))
