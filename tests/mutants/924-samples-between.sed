# harness/run/sample.c: samples of long steps are interpolated; caught by test_diagnostics
s/if (controlled \&\& hol_step_aside/if (controlled \&\& false \&\& hol_step_aside/
