#!/bin/sh
# Makes the critic again from nothing: data, training, export, calibration, examination. CPU: about 6 + 25 minutes on one
# idle core, and 15 more for the examination; a GPU is used when torch sees one. Cut off, it goes on from the last
# checkpoint: remove models/training/out/critic to begin again. Needs node (npm ci) and Debian's python3-torch with
# libopenblas0-openmp; PYTHON names the interpreter.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
DATA=models/training/data/critic
OUT=models/training/out/critic
test -f "$DATA/test.jsonl" || npx tsx models/training/critic/moments/generate.ts "$DATA"
"$PYTHON" -W ignore models/training/critic/net/train.py "$DATA" "$OUT" 4500 8000
"$PYTHON" -W ignore models/training/critic/net/export.py "$DATA" "$OUT" models/critic test/critic/golden
npx tsx models/training/critic/exam/curve.ts "$OUT"
npx tsx models/training/critic/exam/calibrate.ts "$OUT" 320
npx tsx models/training/critic/exam/evaluate.ts "$DATA" "$OUT" 2000
npx prettier --write models/manifest.json test/critic/golden/golden.json models/critic/config.json
