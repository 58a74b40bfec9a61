# harness/cli/cli_compare.c: a run of a model whose file is not at hand cannot be compared; caught by bundle.sh
s/hol_store_get(store, key, &one->problem,/hol_store_get(store, key, NULL,/
