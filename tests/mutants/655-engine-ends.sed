# baselines/engine.c: a body that hangs on ground by the first end of a joint is attached as if ground stood at the origin; caught by baselines.sh
s/int at = c->point\[1\].body == HOL_GROUND/int at = 0/
