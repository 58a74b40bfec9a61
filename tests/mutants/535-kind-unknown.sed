# harness/model/model_item.c: an entry of an unknown kind, the mistake said, is added; caught by test_found
s/if (!kind || tree->mistakes + tree->unsaid > before/if (tree->mistakes + tree->unsaid > before + !kind/
