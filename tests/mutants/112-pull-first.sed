# mechanics/spans.c: of two parts of a row in one body only the second stands; caught by test_formulations
s/first = first && block\[k\] != row->at\[a\]\[e\];/first = true;/
