# methods/increments.c: differences that grow are summed; caught by test_increments
s/if (!(square < 0.25 \* last)) break;//
