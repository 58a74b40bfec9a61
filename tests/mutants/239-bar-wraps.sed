# harness/cli/cli_terminal.c: a line of progress is as long as it likes; caught by cli_width.sh
s/fprintf(stderr, "%.\*s\\033\[K", room, text)/fprintf(stderr, "%s\\033[K", text)/
