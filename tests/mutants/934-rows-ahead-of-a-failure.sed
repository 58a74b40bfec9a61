# harness/run/advance.c: rows that fall together ahead of a step that fails are judged at its node alone; caught by test_redundant
s/    if (wants_other_rows_at(a, &ahead, a->z)) {/    if (false) {/
