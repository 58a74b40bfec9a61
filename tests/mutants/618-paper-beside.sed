# harness/papers/paper_workers.c: that a process could not redo its paper is not heeded; caught by report_again.sh
s/^\( *\)if (!code) code = its;$/\1(void)its;/
