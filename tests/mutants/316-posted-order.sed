# harness/study/published.c: posted values stand with the furthest first; caught by test_published
s/f->value\[place\].error > v.error/f->value[place].error < v.error/
