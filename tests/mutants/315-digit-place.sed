# harness/study/published.c: a digit holds within ten units of its place; caught by test_published
s/while (held < digits && off < place)/while (held < digits \&\& off < 10 * place)/
