# harness/study/allocations.c: malloc is not counted; caught by plugin.sh
/malloc(size_t size)$/,/^}/s/calls++;//
