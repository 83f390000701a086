"""Tree search, compiled against the rules of whichever game it is given."""
