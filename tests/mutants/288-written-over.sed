# harness/cli/cli_reference.c: any file that is there is written over; caught by reference.sh
s/if (!path\[0\] || access(path, F_OK) != 0) return true;/return true;/
