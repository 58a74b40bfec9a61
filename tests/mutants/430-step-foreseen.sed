# methods/taylor.c: the next step is longer by what the new state's is shorter; caught by test_taylor
s|n->longest / before->longest|before->longest / n->longest|
