# harness/run/plugin.c: a plug-in of any ABI is taken; caught by plugin.sh
s/is && is->abi == HOL_ABI/is/
