# harness/run/advance.c: the step over a singular configuration stays in the run that ends there; caught by test_singular
/    if (!a->through) {/,/    }/s/        hol_undo(a->s, a->z);//
