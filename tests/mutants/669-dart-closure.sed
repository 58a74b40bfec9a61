# baselines/dart.cpp: both ends of what is cut are pulled the same way; caught by baselines.sh
s/(e ? 1 : -1) \* X\[e\]/1 * X[e]/
