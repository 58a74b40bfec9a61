# SPDX-License-Identifier: GPL-3.0-or-later
"""What the library declares, as the module holonomy._declared: read when the package is built."""
from pathlib import Path

import cffi

# The module runs without __file__ where setuptools reads it, in the folder of setup.py.
here = Path(globals().get("__file__", "declared.py")).parent
ffi = cffi.FFI()
ffi.set_source("holonomy._declared", None)
ffi.cdef((here / "declarations.h").read_text())
ffi.cdef("""
    int openblas_get_num_threads(void); /* of the BLAS that the library is linked with */
    void openblas_set_num_threads(int count);
""")
