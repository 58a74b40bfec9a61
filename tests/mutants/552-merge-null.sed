# harness/store/store_settle.c: values one of which is none are taken for equal; caught by shards.sh
s/ OR %s IS NOT %s/ OR %s <> %s/
