# mechanics/start.c: of the rows that are off the least one is told; caught by test_assemble_refusals
s/!(size <= worst->size)/!(size >= worst->size)/
