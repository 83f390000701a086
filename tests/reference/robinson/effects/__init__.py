"""What the operations of card programs do; `interpreter.py` carries out programs."""
