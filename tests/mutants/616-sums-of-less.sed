# harness/cli/cli_bundle_crate.c: a store without a digest passes; caught by bundle.sh
s/signed_too\[2\] = {false}/signed_too[2] = {true, true}/
