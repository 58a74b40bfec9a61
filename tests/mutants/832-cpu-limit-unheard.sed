# harness/cli/cli_signals.c: a limit of CPU time ends a run without a word; caught by broken.sh
s/SIGHUP, SIGXCPU/SIGHUP, SIGHUP/
