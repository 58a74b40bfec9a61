# harness/store/store_views.c: a ladder of steps and one of tolerances are two methods; caught by test_fastest
s/until, method, settings, options, formulation),"/until, method, settings, options, formulation, adaptive),"/
