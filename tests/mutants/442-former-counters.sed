# harness/store/store_schema.c: a store of version 1 gets no place for Krylov steps; caught by test_store
/ALTER TABLE counters ADD COLUMN krylov INTEGER;/d
