# harness/study/floors/tangent_top.c: Newton's iteration is left after its first step; caught by test_floors
s/if (left <= utol ||/if (left <= 1 ||/
