# harness/study/study_map.c: the two-form is measured of no step; caught by test_steps
s/if (needs & ~sys->has || !sys->model) return NAN;/if (needs) return NAN;/
