# methods/stepper.c: a stepper that is stopped steps on; caught by test_certify
/if (s->stop && \*s->stop)/d
