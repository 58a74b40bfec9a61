# methods/holonomy/explicit.h: atol is in metres whatever the size of the mechanism; caught by test_units
s/s->atol \* s->sys->unit : s->atol/s->atol : s->atol/
