# methods/chart_onto.c: what is to be carried along is counted by a q' that may have no size; caught by test_driven
s/if (driven > most) most = driven;/(void)driven;/
