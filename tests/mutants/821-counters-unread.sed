# harness/store/store_read.c: a run whose counters could not be read is one without; caught by test_store_refused
/^static bool get_counters(/,/^}/s/return answer != HOL_STORE_FAILED;/return true;/
