# harness/store/spec.c: a run past singular configurations has the settings of one that ends there; caught by report_again.sh
s/if (spec->past_singular) hol_append(text/if (false) hol_append(text/
