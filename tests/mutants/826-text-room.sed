# base/text.c: a text goes on without the part that it had no room for; caught by test_no_memory
s/if (!has_room(t, count)) return 0;/if (!has_room(t, count)) return (ssize_t)count;/
