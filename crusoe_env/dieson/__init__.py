"""Dieson Crusoe (Jinhee Han and Heewon Kang "HaeYo", 2022). Rules as implemented: docs/dieson.md."""
