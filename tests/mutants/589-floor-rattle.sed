# harness/study/floors/rattle_bar.c: the constraint's impulse is halved; caught by test_floors
s/add_product(-1 \/ h, z->D, Y/add_product(-0.5 \/ h, z->D, Y/
