"""The rules of Marooned!, one module per step of a turn, compiled. See docs/marooned.md."""
