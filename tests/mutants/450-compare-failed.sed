# harness/cli/cli_compare.c: two runs that cannot be read compare well; caught by broken.sh
/} else if (code == HOL_EXIT_OK)/{
n
s/HOL_EXIT_FILE/HOL_EXIT_OK/
}
