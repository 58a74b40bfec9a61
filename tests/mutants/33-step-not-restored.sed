# methods/stepper.c: a failed step leaves the state as it fell; caught by test_steps
s/if (status != HOL_OK) hol_undo(s, x->z);/;/
