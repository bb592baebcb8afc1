#!/bin/sh
# Makes the network that names enrolled things again from nothing: tools, scenes, training, export, bounds. On two idle
# cores perhaps 60 + 40 minutes, and 90 for the bounds (in pieces; never run whole). Cut off, training goes on from its
# last checkpoint: remove lab/training/out/sight and lab/training/data/sight to begin again. Needs node (npm ci) with
# MuJoCo, and Debian's python3-torch with libopenblas0-openmp; PYTHON names the interpreter.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
JOBS=${JOBS:-2}
DATA=lab/training/data/sight
OUT=lab/training/out/sight
MODEL=models/sight
SCENES=970
STEPS=9000
# threads that wait for each other are slower than one where other work goes on
export OMP_NUM_THREADS=1
sh lab/training/check-tools.sh "$PYTHON"

generate() { npx tsx --conditions=source lab/training/sight/shots/generate.ts "$DATA" "$@"; }
if [ ! -f "$DATA/whole" ]; then
  pids=""
  i=0
  while [ "$i" -lt "$JOBS" ]; do
    generate train "$SCENES" "$i/$JOBS" &
    pids="$pids $!"
    i=$((i + 1))
  done
  for pid in $pids; do wait "$pid"; done
  generate validation 90
  : > "$DATA/whole"
fi
"$PYTHON" -W ignore lab/training/sight/net/train.py "$DATA" "$OUT" "$STEPS"
"$PYTHON" -W ignore lab/training/sight/net/export.py "$OUT" "$MODEL/sight.onnx" test/simulation/sight/golden.json
npx tsx --conditions=source lab/training/sight/fit/calibrate.ts 600 "$MODEL"
npx tsx --conditions=source lab/training/sight/exam/manifest.ts "$MODEL" "$OUT"
npx prettier --write models/manifest.json "$MODEL/bounds.json" test/simulation/sight/golden.json
