# harness/model/file_values.c: only the first key of a mapping is looked at; caught by test_model_mistakes
s/at = all\[at\]\.next >= 0 ? all\[all\[at\]\.next\]\.next : -1;/at = -1;/
