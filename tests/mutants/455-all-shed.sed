# harness/study/study_slope.c: errors far above what jumps are left out, too; caught by test_certify
s/10 \* jumped/1e9 * jumped/
