# harness/store/store_views.c: a plan lists its first run alone; caught by report_again.sh
s/hol_store_key(store, &spec\[i\]/hol_store_key(store, \&spec[0]/
