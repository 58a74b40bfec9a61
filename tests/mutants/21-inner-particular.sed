# mechanics/directors.c: the part of the directors' acceleration that their inner rows ask for has the wrong sign; caught by test_acceleration
/^static void particular/,/^}/s/= S\[i\] \* c/= -S[i] * c/
