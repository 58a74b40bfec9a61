# numerics/block_lists.c: an update of the factor goes to the block beside its own; caught by test_saddle
s/\*target++ = block_at(order, lists, offset, order->below\[a\], order->below\[c\]);/*target++ = block_at(order, lists, offset, order->below[a], order->below[a]);/
