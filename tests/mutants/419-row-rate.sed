# mechanics/constraints.c: the direction of a row of place does not turn in the rate of the row; caught by test_formulations
s/direction_of(row, S->x1, d1);/direction_of(\&(hol_rolling){.direction = row->direction, .point = row->point}, S->x1, d1);/
