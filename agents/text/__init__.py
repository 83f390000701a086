"""Players in text: reference agents, language models, and the protocol that measures them."""
