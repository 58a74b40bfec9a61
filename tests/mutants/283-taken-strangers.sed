# harness/plan/plan_take.c: runs of no problem and method of the plan are copied, too; caught by report.sh
/^static bool wanted/,/^}/s/return false;/return true;/
