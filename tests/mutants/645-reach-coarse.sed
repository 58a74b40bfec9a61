# harness/cli/cli_export.c: the CPU time to an error is that of the run above it; caught by sweep.sh
s/ELSE a.cpu \* pow(b.cpu/ELSE a.cpu * pow(a.cpu/
