# harness/run/diagnostics.c: the series of a motion count from 0, whenever it begins; caught by judge.sh
s/double t = z->t - d->begin;/double t = z->t;/
