# harness/cli/cli_submit_jobs.c: what a lost task has left is not made; caught by shards.sh
s/sweep \\"\$plan\\" --store \\"\$store\\""/info >\&2; : "/
