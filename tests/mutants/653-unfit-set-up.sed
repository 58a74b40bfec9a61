# methods/stepper.c: what set-up has no place for is a failure of the run; caught by baselines.sh
s/x.status == HOL_UNSUPPORTED \&\& \*x.why.text;/false;/
