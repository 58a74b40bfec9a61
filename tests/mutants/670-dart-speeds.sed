# baselines/dart.cpp: the speeds of a joint have those of the body before it twice in them; caught by baselines.sh
s/if (before) V -= /if (before) V += /
