# methods/composition.c: all stages have the increments of the first one; caught by test_increments
s/i++, stage.memory += own/i++/
