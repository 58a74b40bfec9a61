# harness/run/prepare.c: a start may have any velocity; caught by cli.sh
s/return good && rates_are_possible(r);/return good || !rates_are_possible;/
