# numerics/bodies.c: masses once factorised are taken for those of every later call; caught by test_saddle
s/if (bodies->known && !memcmp(K, bodies->values, size)) return HOL_OK;/if (bodies->known) return HOL_OK;/
