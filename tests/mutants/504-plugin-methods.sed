# methods/registry.c: the second plug-in takes the place of the first; caught by plugin.sh
s/while (last->next) last = last->next;//
