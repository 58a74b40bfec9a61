# harness/store/store_views.h: round-off of centres that rest is an error; caught by test_fastest
s/^\(#define HOL_MOVES  *\)1e-4/\10/
