# methods/em.c: the projected velocity is fed back; caught by test_em
s/    if (projected) memcpy(z->v, z->memory, bytes);/    (void)bytes;/
