# harness/report/report_draw.c: papers' figures give every method a colour of its own, other figures one to its family; caught by report.sh
s|fprintf(out, " = %u", report_colour(method));|fprintf(out, " = %d", k + 1);|
