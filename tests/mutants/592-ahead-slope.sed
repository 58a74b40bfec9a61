# methods/tangent_ahead.c: U B stays that of the step's start; caught by test_tangent
s/c->UB\[i\] = p->node\[i\] + at \* p->slope\[i\]/c->UB[i] = p->node[i]/
