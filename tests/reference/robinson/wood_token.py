"""The +1 wood token on the build field: when it goes (rulebook: Building; Decisions, 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import demand, requirements, stores
from .table import Plan

if TYPE_CHECKING:
    from .game import Game


def after_success(game: Game, plan: Plan) -> None:
    """A building has succeeded: the token goes if it has paid it.

    Current edition: a building paid in wood also pays the token that a failed one has left.
    """
    table = game.table
    if table.wood_token_plan is plan:
        game.by_decision(9)
        table.field_tokens["build"].discard("plus_wood")
    elif game.rule("wood_token_waits") and requirements.wood_token_is_due(game) and plan.paid["wood"] > 0:
        table.field_tokens["build"].discard("plus_wood")
        demand.lacking(game, plan.person, stores.pay(game, "wood", 1))


def after_failure(game: Game, plan: Plan) -> None:
    """A building has failed, and what was set aside is about to come back.

    First edition: the token goes with the action that has paid it. Current: it stays, unless another building
    paid in wood has succeeded before: then the token's wood is spent on that one.
    """
    table = game.table
    if table.wood_token_plan is not plan:
        return
    game.by_decision(9)
    if not game.rule("wood_token_waits"):
        table.field_tokens["build"].discard("plus_wood")
        return
    table.wood_token_plan = None
    built = (other for other in table.plans if other.kind == "build" and other.done and other is not plan)
    if any(other.paid["wood"] > 0 for other in built):  # what a failed one has paid came back
        table.field_tokens["build"].discard("plus_wood")
        plan.paid["wood"] = max(0, plan.paid["wood"] - 1)
