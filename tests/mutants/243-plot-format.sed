# harness/cli/cli_plot.c: every figure is an SVG; caught by cli.sh
s/\*format = format_of(output);/*format = "svg"; (void)output;/
