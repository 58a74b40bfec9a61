# harness/study/study.h: a step without memory is one that the method cannot make; caught by test_paper_fails at length
s/if (status == HOL_NO_MEMORY) hol_lack_memory();//
