#!/bin/sh
# Makes the critic again from nothing: data, training, export, examination. About 25 minutes on one idle core.
# Needs node (npm ci) and Debian's python3-torch with libopenblas0-openmp; PYTHON names the interpreter.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
DATA=models/training/data/critic
OUT=models/training/out/critic
npx tsx models/training/critic/generate.ts "$DATA"
"$PYTHON" -W ignore models/training/critic/train.py "$DATA" "$OUT" 2400 6000
"$PYTHON" -W ignore models/training/critic/export.py "$DATA" "$OUT" models/critic test/critic/golden
npx tsx models/training/critic/evaluate.ts "$DATA"
npx prettier --write models/manifest.json test/critic/golden/golden.json models/critic/config.json
