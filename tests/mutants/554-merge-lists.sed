# harness/store/store_take.c: rows of runs are copied under the numbers of the other store; caught by shards.sh
s/list\[k\].table, "run", "m.number"/&/;s/hol_row_lists\[k\].table, "run", "m.number"/hol_row_lists[k].table, "run", "t.number"/
