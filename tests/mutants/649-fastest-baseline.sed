# harness/store/store_views.c: no method is a baseline; caught by test_fastest
s/if (!method->baseline) continue;/if (method->name) continue;/
