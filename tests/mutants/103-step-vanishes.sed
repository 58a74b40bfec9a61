# harness/run/advance.c: a projection that fails until the step vanishes ends the run without its residual; caught by cli.sh
s/if (v != FAILED) a->status = HOL_LIMIT;/a->status = HOL_LIMIT;/
