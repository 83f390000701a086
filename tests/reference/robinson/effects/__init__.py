"""What the operations of card programs do, one function each; `interpreter.py` carries programs out."""
