# numerics/block_order.c: without memory for AMD the order is another one; caught by test_no_memory
/AMD_OUT_OF_MEMORY/d
