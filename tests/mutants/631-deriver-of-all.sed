# harness/run/deriver.c: power series are taken for what derives every motion; caught by test_derivers
s/if (!(all\[k\]->needs & ~sys->has)) return/if (k == 0 || !(all[k]->needs \& ~sys->has)) return/
