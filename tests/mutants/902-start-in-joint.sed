# harness/run/start.c: a start is judged by the rows that coordinates of joints have; caught by cli.sh
s/hol_formulation_named("natural")/hol_formulation_named("joint")/
