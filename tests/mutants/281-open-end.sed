# harness/report/report_ladder.c: a ladder whose error was reached has an open end; caught by test_readings
s/rung->end == HOL_LADDER_SPENT/rung->end == HOL_LADDER_REACHED/
