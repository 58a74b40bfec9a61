# baselines/simbody.cpp: what the tree cuts stays open; caught by baselines.sh
s/if (!x.of_tree\[k\]) close(x, x.joint\[k\]);/if (x.joint.empty()) close(x, x.joint[k]);/
