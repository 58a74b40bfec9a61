# harness/run/balance.c: what work may be off by is seen from the polynomial itself; caught by test_balance
s/through(B->of + (k == last), last, from, h)/through(B->of, B->nodes, from, h)/
