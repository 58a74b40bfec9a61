# harness/papers/paper_000_runs.c: the way of a step is compared with itself; caught by test_paper_000 at length
s/length(way) \/ (h \* speed)/length(way) \/ fmax(length(way), h * speed)/
