# harness/study/study_step.c: the calls of the allocator in a plug-in's step are not counted; caught by plugin.sh
s/allocations() - before/0/
