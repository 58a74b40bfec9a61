# mechanics/directors.c: the centripetal part of the directors' acceleration has the wrong sign; caught by test_acceleration
/^static void particular/,/^}/s/-= s \* c/+= s * c/
