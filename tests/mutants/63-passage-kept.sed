# harness/advance.c: the step over a singular configuration stays in the run that ends there; caught by test_singular
/    if (!a->through) {/,/    }/s/        copy_state(a->s, a->s->before, a->z);//
