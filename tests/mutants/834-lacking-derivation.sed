# harness/study/derive.c: lack of memory is a motion that cannot be derived; caught by test_shelf
/if (!room) hol_lack_memory/d
