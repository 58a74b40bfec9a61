# mechanics/places.c: the force of a potential is its gradient; caught by test_formulations
s/w->F\[i\] = -hol_expression_value/w->F[i] = hol_expression_value/
