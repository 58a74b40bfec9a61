# harness/cli/cli_compare_methods.c: both sides are the first method's run; caught by cli.sh
s/run_one(a, problem, par, a->side\[k\], &r\[k\])/run_one(a, problem, par, a->side[0], \&r[k])/
