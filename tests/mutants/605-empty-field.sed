# base/table_read.c: a field that is empty is a cell; caught by test_files
s/ || !\*rest) return false;/) return false;/
