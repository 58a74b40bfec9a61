# harness/store/store_schema.c: a store of version 5 that is only read has no measures; caught by test_store
s/^     RUNS NO_MEASURES},$/     RUNS " FROM main.runs;"},/
