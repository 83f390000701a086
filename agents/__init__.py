"""Agents for the games of crusoe_env: random, scripted, search, learned; all with one interface."""
