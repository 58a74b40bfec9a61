# harness/cli/cli_bundle_crate.c: names in the crate are no part of a URI; caught by bundle.sh
s/if (strchr(plain, \*name))/if (*name)/
