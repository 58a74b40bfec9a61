# harness/cli/cli_common.c: a file that is read may be written over; caught by cli.sh
s/^    if (!may_write(path)) return NULL;/    may_write("");/
