"""A game in the browser: a server for this machine alone, and one page."""
