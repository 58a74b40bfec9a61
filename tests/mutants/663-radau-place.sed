# methods/radau_matrix.c: factors at hand serve whatever the state's place; caught by test_radau
s/if (!memcmp(own->place, place, bytes)) return/if (own->place[0] != 0) return/
