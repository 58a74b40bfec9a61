# harness/store/store.c: a store that is only read is brought up; caught by test_store
s/if (use == HOL_STORE_READ) return hol_store_execute(store, hol_schema_view(version), why);/;/
