# harness/cli/cli_new.c: a line keeps its second NAME; caught by plugin.sh
s/for (; (at = strstr(from, word)); from = at + strlen(word))/if ((at = strstr(from, word)))/; s/(int)(at - from), from, name);/(int)(at - from), from, name), from = at + strlen(word);/
