# methods/rattle_adaptive.c: the step goes with the fourth root of the tolerance; caught by test_tolerances
s|sqrt(8 \* (s->rtol + s->atol))|sqrt(sqrt(8 * (s->rtol + s->atol)))|
