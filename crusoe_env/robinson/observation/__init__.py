"""What a player of Robinson Crusoe sees, as a flat vector: players in order from the one who looks.

`layout` says what every entry holds; the other modules write them, each its part of the table.
"""

from __future__ import annotations

from crusoe_env.robinson.observation.layout import LAYOUT
from crusoe_env.robinson.observation.writing import write_observation

__all__ = ["LAYOUT", "write_observation"]
