# baselines/dart.cpp: the speeds of a joint have those of the body before it in them; caught by baselines.sh
s/if (before) V -= /if (!own) V -= /
