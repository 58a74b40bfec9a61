# methods/explicit.c: the estimate is without the stage at the new node; caught by test_tolerances
s/while (!hol_controlled(s) \&\& T->b/while (T->b/
