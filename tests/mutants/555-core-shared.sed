# harness/store/core.c: a name that another holds is no hindrance, and two workers share a core; caught by shards.sh
s/return sched_setaffinity(0, sizeof one, &one) == 0;/return true;/
