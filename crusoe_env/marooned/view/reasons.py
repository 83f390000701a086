"""What the rules of Marooned! are called as reasons for a change of health."""

from __future__ import annotations

from crusoe_env.show.reasons import Piece, Words


def _face(piece: Piece) -> str:
    """The name of the face whose heart counts."""
    card, side = divmod(int(piece.arguments[-1]), 2)
    return str(piece.facts["card"][card]["ab"[side]]["name"])


def _again(piece: Piece) -> str:
    """The card that comes under you by the Mirage, whose effects happen again."""
    card = int(piece.arguments[-1])
    return str(piece.facts["card"][card]["ab"[int(piece.before.side[card])]]["name"])


REASONS: dict[str, Words] = {
    "lose_health_step": "each turn",
    "lose_heart": _face,
    "pay_heart": _face,
    "happens_again": _again,
}
"""By the function of the rules."""
