# harness/run/reference.c: a file that memory does not suffice for is a mistake of the file; caught by test_lives
s/if (in->from.failed == ENOMEM) hol_no_memory();//
