# harness/cli/cli_bundle.c: a bundle has every run of the store; caught by bundle.sh
s/\.wanted = is_of_plan, //
