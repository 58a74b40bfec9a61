# harness/run/start.c: a velocity across an edge is a start like any other; caught by cli.sh
s/ && slides_are_possible(a)//
