# base/table.c: a name in Markdown can be a link; caught by test_files
s/text\[1\] == '(' ||//
