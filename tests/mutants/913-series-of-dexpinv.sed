# methods/munthe_kaas.c: mk8 takes the inverse of the differential for the identity; caught by test_orders
s/if (u)/if (u \&\& false)/
