# harness/run/reference_key.c: laws without a power series are told apart by their numbers alone; caught by test_derivers
s/if (!(sys->has & HOL_POWER_SERIES)) put_laws(&w, h->x);//
