# harness/plan/shard.c: the part of a run follows the parts alone: run by run the same; caught by test_spec
s/1 + (int)(strtoull(kin, NULL, 16) %/1 + (int)(strtoull(kin, NULL, 10) %/
