"""What a kernel of the book needs, imported once in the process that kernels are forked off.

Nothing here may start a thread, open a line or draw a number: all that happens before the fork is the same in every
kernel.
"""

import gc
import sys
from importlib import import_module

# Nobody debugs the kernel of a reader; without the debugger it begins sooner and holds less.
sys.modules["debugpy"] = None  # type: ignore[assignment]

for name in ("ipykernel.kernelapp", "ipykernel.ipkernel", "ipykernel.debugger", "IPython.core.completer"):
    import_module(name)
import_module("rulebook_widgets")

# What is there now stays; the collector of a fork need not touch, and so copy, all of it.
gc.collect()
gc.freeze()
