"""Marooned! - a solo game of survival (Mark Tuck, 2015). See docs/marooned.md for the rules as implemented."""
