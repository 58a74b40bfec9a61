# harness/store/store_read.c: words come back from the store as others, a certificate's verdicts too; caught by report_again.sh
s|        if (!strcmp(words\[\*value\], name)) return true;|        if (strcmp(words[*value], name)) return true;|
