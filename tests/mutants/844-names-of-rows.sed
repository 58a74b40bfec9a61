# mechanics/realise.c: rows may have any name; caught by test_model
s/if (!hol_is_word(name\[i\], HOL_ROW_NAME))/if (false)/
