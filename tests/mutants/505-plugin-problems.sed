# problems/registry.c: with a plug-in the first model of the shelf is left out; caught by plugin.sh
s/return problem || k < 0 ? problem : hol_shelf.at(k)/return problem || k < 0 ? problem : hol_shelf.at(k + !!of_the_build.next)/
