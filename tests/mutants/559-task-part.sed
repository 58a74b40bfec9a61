# harness/cli/cli_submit_jobs.c: the last part of a task ends it as if a run had failed, and the others are not made; caught by shards.sh
s/-le 1 \] || exit \$status/-gt 1 ] || exit $status/
