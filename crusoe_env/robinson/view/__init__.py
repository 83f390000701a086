"""Pictures and text of Robinson Crusoe."""

from crusoe_env.robinson.view.description import describe
from crusoe_env.robinson.view.picture import picture, text

__all__ = ["describe", "picture", "text"]
