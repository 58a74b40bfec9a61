# harness/plan/plan_take.c: runs of no problem and method of the plan are copied, too; caught by report_again.sh
/^static bool wanted/,/^}/s/return false;/return true;/
