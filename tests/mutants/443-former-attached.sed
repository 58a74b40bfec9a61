# harness/store/store_take.c: a store of a former version is taken as one of today; caught by test_store
s/version < HOL_STORE_VERSION ? attach_copy/version < 0 ? attach_copy/
