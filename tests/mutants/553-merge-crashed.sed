# harness/store/store_settle.c: a crashed run stays though the other store has its end; caught by shards.sh
s/its > mine)/its < mine)/
