# mechanics/contact.c: what is guessed in its plane stays there at assembly; caught by test_assemble
s/        if (h > low \* c->length) continue;/        if (h > -low * c->length) continue;/
