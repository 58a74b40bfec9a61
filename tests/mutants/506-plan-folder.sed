# harness/plan/plan_problems.c: paths of a plan start where the program runs; caught by plugin.sh
s/int folder = end \&\& /int folder = !end \&\& /
