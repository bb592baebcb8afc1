#!/bin/sh
# Says what is missing for training before anything else is done: check-tools.sh PYTHON. Ends with 1 and every package to
# install.
set -eu
PYTHON=$1
missing=""
if ! command -v "$PYTHON" > /dev/null; then
  missing="python3 python3-torch libopenblas0-openmp"
  echo "training needs Python: there is no $PYTHON (PYTHON names another interpreter)" >&2
else
  if ! "$PYTHON" -c 'import numpy' 2> /dev/null; then
    missing="$missing python3-numpy"
    echo "training needs numpy: $PYTHON cannot import it" >&2
  fi
  if ! "$PYTHON" -W ignore -c 'import torch, torch.onnx' 2> /dev/null; then
    missing="$missing python3-torch"
    echo "training needs torch: $PYTHON cannot import it" >&2
  # the reference BLAS that Debian's torch brings is about 80 times slower, which looks like a training that hangs
  elif ! "$PYTHON" -W ignore -c '
import torch
torch.ones(2, 2) @ torch.ones(2, 2)
loaded = open("/proc/self/maps").read()
raise SystemExit(0 if any(name in loaded for name in ("openblas", "mkl", "blis", "atlas")) else 1)' 2> /dev/null; then
    missing="$missing libopenblas0-openmp"
    echo "training needs a fast BLAS: the torch of $PYTHON runs on the reference one" >&2
  fi
fi
command -v npx > /dev/null || {
  missing="$missing npm"
  echo "training needs node and npm" >&2
}
[ -z "$missing" ] || {
  echo "on Debian: sudo apt-get install -y$(printf ' %s' $missing)" >&2
  exit 1
}
