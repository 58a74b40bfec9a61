# harness/run/reference_find.c: a file in the cache that cannot be right ends the run; caught by cli.sh
s/cached = read_derived(path, key, &broken)/cached = read_derived(path, key, wrong)/
