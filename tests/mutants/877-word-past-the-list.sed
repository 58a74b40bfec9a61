# base/words.h: the word of what is no value is read past the list; caught by test_certify
s/< sizeof word \/ sizeof \*word ?/< 1000 ?/
