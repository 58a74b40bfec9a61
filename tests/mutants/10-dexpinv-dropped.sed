# methods/mk4.c: Munthe-Kaas adds velocities of different stages as they are; caught by test_orders
s/sys->dexpinv(sys, u, v, k);/for (int i = 0; i < sys->nv; i++) k[i] = v[i] + 0 * u[0];/
