# methods/stepper.c: every step allocates; caught by test_steps
s/^    memcpy(made->saved, x->z->q, .*);/&\n    void *volatile block = malloc(64);\n    free(block);/
