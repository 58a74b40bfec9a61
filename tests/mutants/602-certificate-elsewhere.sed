# harness/store/store_certificates.c: certificates of another processor are not looked for; caught by report_again.sh
s/hol_store_key_elsewhere(store, "certified", &pair->spec, key, why);/HOL_STORE_NONE;/
