# harness/store/store_read.c: text in a column of numbers is read as 0; caught by broken.sh
s/if (number && is_text(s, at))/if (!s)/
