# harness/store/record.c: the store has scd in place of mescd; caught by sweep.sh
s/record->mescd = r->measures.mescd;/record->mescd = r->measures.scd;/
