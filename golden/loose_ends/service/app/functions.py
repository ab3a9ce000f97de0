"""The functions and predicates of LooseEnds."""
