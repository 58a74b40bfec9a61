# harness/cli/cli_columns.c: the first number that a method carries is left out; caught by test_lobatto
s/size_t k = 0; k < count; k++) {/size_t k = 1; k < count; k++) {/
