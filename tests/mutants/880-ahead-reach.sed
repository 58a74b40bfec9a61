# methods/tangent_ahead.c: U B goes on by any step before, of no length too; caught by test_tangent
s/ \&\& fabs(h) <= reach \* fabs(\*kept.h)//
