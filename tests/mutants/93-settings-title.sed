# harness/cli/cli_explain.c: options and parameters under titles that the completion does not know; caught by manual.sh
s/"Options (-o/"Settings (-o/
s/"Parameters (-p/"Settings (-p/
