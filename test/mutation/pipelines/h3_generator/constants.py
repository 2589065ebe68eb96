"""Numbers that several files share."""

RANKS = 4  #@ imported
STEPS = 50
