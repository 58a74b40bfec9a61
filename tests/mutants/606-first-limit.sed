# harness/store/store_views.c: every limit is the first one; caught by sweep.sh
s/hol_table_text(t, row, k)/hol_table_text(t, 0, k)/
