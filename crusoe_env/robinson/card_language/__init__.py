"""How card effects are written down: words, operations, the compiler to table rows, and back to words."""
