# harness/study/published.c: the zeros behind the point are no places; caught by test_published
s/if (!digits && point) before--;//
