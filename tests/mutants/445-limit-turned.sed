# harness/cli/cli_size.c: models of fewer bodies than the limit are refused; caught by hostile.sh
s/bodies > most\.bodies/bodies < most.bodies/
