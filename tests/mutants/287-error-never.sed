# harness/plan/sweep.c: a run that was stored without its error stays as it is; caught by sweep.sh
s|(truth == HOL_STORE_FOUND .*;|false;|
