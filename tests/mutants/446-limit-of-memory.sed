# harness/cli/cli_size.c: a limit of memory in megabytes is one of kilobytes; caught by hostile.sh
s/letter == 'M' ? 0x1p20/letter == 'M' ? 0x1p10/
