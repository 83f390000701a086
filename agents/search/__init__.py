"""Search agents: tree search, policy-guided search and rolling-horizon planning, for every game."""
