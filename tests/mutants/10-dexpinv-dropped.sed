# methods/munthe_kaas.c: Munthe-Kaas adds velocities of different stages as they are; caught by test_orders
s/series\[\] = {1, 1. \/ 2, 1. \/ 12, 0}/series[] = {1, 0, 0, 0}/
