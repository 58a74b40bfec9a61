# SPDX-License-Identifier: GPL-3.0-or-later
"""The version is that of the headers; of them cffi writes holonomy/_declared.py, no compiler."""
import re
from pathlib import Path

from setuptools import setup

declared = Path(__file__).with_name("declarations.h").read_text()
setup(version=re.search(r"/\* version (\S+) \*/", declared)[1],
      cffi_modules=["declared.py:ffi"])
