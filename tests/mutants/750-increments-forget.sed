# methods/increments.c: increments of one step serve another; caught by test_increments
s/if (!memory || memory\[H\] != h || memory\[KNOWN\] == 0) return false;/if (!memory || memory[KNOWN] == 0) return false;/
