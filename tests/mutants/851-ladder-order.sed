# harness/store/store_views.c: a ladder of steps is taken in the order of the store; caught by test_fastest
s/ORDER BY CASE WHEN adaptive THEN rtol ELSE h END DESC/ORDER BY coalesce(rtol, h) DESC/
