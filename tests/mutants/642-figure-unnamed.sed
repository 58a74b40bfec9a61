# harness/cli/cli_plot.c: the figure of a reaction does not say whose it is; caught by cli.sh
s/if (part && !f->drawn)/if (part \&\& f->drawn > 9)/
