# base/lines.c: a file of lines stays open; caught by test_soak
s/if (in->file) fclose(in->file)/if (in->file) fflush(in->file)/
