# baselines/simbody.cpp: what the tree cuts stays open; caught by baselines.sh
s/if (!of_tree\[k\])/if (of_tree.empty())/
