# harness/study/convert.c: a driven row is not listed; caught by convert.sh
s/if (row->law || row->contact)/if (row->contact)/
