# harness/model/file_values.c: a list that the file breaks off in may have any number of entries; caught by test_wrong
s/list->cut ? list->count <= count : list->count == count/list->cut || list->count == count/
