# mechanics/bushing.c: the second angle of a bushing is half that of its frames apart; caught by test_bushing
s/{4, 2, 3, -0.5}/{4, 2, 3, 0.5}/
