"""Marooned! - a solo game of survival (Mark Tuck, 2015). The rules as implemented: docs/marooned.md."""
