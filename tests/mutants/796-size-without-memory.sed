# harness/cli/cli_bench_system.c: a system that has no memory ends the table; caught by broken.sh
s/if (room \&\& !hol_try(measure, of)) of->why = hol_no_room;/if (room) measure(of);/
