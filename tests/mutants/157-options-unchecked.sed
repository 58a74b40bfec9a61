# methods/stepper.c: a filled option vector is taken as it is; caught by test_steps
s/if (x->opt && !hol_option_check(.*)) return true;/(void)0;/
