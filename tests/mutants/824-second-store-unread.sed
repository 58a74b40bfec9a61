# harness/cli/cli_compare.c: stores of which a row could not be read are compared by the rest; caught by test_commands_refused
s/bool failed = !all || !same || answer == HOL_STORE_FAILED || other == HOL_STORE_FAILED;/bool failed = !all || !same;/
