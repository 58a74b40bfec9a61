# harness/cli/cli_compare_records.c: numbers below 0 are counted in ulps as if they stood above; caught by bundle.sh
s/if (place\[k\] < 0) place\[k\] = INT64_MIN - place\[k\];/if (place[k] < 0) place[k] -= INT64_MIN;/
