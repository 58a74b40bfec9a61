# harness/cli/cli_bundle_crate.c: a part of the crate is not named in its root; caught by bundle.sh
s/^    put_reference(j, NULL, BUNDLE_SUMS);//
