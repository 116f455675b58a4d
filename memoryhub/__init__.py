"""The shell of a hub: settings, wiring, doors for programs. Imports no package: bootstrap runs without Django."""

from __future__ import annotations

import os

# Set before numpy is loaded. The arrays of one question are small: with a thread for each core its threads wait for
# one another, spinning, and a question costs twice the processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# The same of the small language model: 37 instead of 213 ms of processor time a question where cores are shared.
os.environ.setdefault("OMP_NUM_THREADS", "1")
