# harness/study/certify.c: a certificate that found no memory counts as made; caught by test_lives
s/^    return room;/    return true;/
