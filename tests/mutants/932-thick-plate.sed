# mechanics/directors.c: round-off of a plate's moments is a mass; caught by test_units
s/moment > 4 \* DBL_EPSILON \* half ? moment : 0/moment/
