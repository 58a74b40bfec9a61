# harness/run/start.c: a start may have any velocity; caught by cli.sh
s/places_are_possible(a) && rates_are_possible(a)/places_are_possible(a) \&\& (rates_are_possible(a) || a->v)/
