# mechanics/connections.c: a driven row is not listed; caught by convert.sh
s/if (row->drive || row->contact)/if (row->contact)/
