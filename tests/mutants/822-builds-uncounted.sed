# harness/store/store_take.c: a store is taken from though its runs could not be counted; caught by test_store_refused
s/if (!hol_store_integer(store, "SELECT count(\*) FROM other.runs", &all, why) ||/hol_store_integer(store, "SELECT count(*) FROM other.runs", \&all, why);\n    if (/
