"""Agents for the games of crusoe_env: random, scripted, search, learned; all with one interface.

The package is `crusoe_agents`, in a wheel as in a checkout; its modules import each other relatively.
"""

if __name__ == "agents":  # in a checkout, by the name of the folder: the same modules
    from crusoe_agents import same_modules

    same_modules(__name__)
