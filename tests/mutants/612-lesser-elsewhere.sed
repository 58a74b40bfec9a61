# harness/store/store_settle.c: what both stores have is copied all the same; caught by shards.sh
s/WHERE its <= mine)/WHERE its < mine)/
