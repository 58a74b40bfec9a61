# harness/model/shelf.c: a file may have the name of a problem in C; caught by test_shelf
s/if (!in_core(name)) return/if (!in_core(name) || true) return/
