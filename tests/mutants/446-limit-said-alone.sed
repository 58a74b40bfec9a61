# harness/cli/cli_size.c: a limit of memory is none for what is not foreseen; caught by hostile.sh
s/return !k || hold(most\.memory);/return !k || data_size() >= 0;/
