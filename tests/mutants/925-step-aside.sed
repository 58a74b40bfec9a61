# methods/stepper.c: a step aside is taken from the state, not beside it; caught by test_diagnostics
s/memcpy(made->z->q, from->q, made->size/memcpy(made->z->q, from->q, (size_t)s->sys->nq/
