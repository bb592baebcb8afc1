#!/bin/sh
# Makes the critic again from nothing: tools, data, training, export, calibration, examination. Two processes at a time
# (JOBS=1: one): about 10 + 25 minutes on two idle cores, and 15 more for the examination; a GPU is used when torch sees one.
# Cut off, it goes on from the last checkpoint: remove lab/training/out/critic and lab/training/data/critic to begin
# again. Needs node (npm ci) and Debian's python3-torch with libopenblas0-openmp; PYTHON names the interpreter.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
JOBS=${JOBS:-2}
DATA=lab/training/data/critic
OUT=lab/training/out/critic
ENCODER_STEPS=9000
DECODER_STEPS=5000
sh lab/training/check-tools.sh "$PYTHON"

mkdir -p "$DATA" "$OUT"
if [ ! -f "$DATA/whole" ]; then
  npx tsx lab/training/critic/moments/generate.ts "$DATA" 1 validation,test
  pids=""
  i=0
  while [ "$i" -lt "$JOBS" ]; do
    npx tsx lab/training/critic/moments/generate.ts "$DATA" 1 train "$i/$JOBS" &
    pids="$pids $!"
    i=$((i + 1))
  done
  for pid in $pids; do wait "$pid"; done
  if [ "$JOBS" -gt 1 ]; then
    for suffix in jsonl patches.u8 overview.u8; do
      : > "$DATA/train.$suffix"
      i=0
      while [ "$i" -lt "$JOBS" ]; do
        cat "$DATA/train-$i.$suffix" >> "$DATA/train.$suffix"
        rm "$DATA/train-$i.$suffix"
        i=$((i + 1))
      done
    done
  fi
  : > "$DATA/whole"
fi

train() {
  "$PYTHON" -W ignore lab/training/critic/net/train.py "$DATA" "$OUT" "$ENCODER_STEPS" "$DECODER_STEPS" "$@"
}
if [ "$JOBS" -gt 1 ]; then
  # the lesson on patches is the longer one: the other is done when it ends
  train overview &
  beside=$!
  trap 'kill "$beside" 2> /dev/null || true' EXIT
  train
  trap - EXIT
  wait "$beside"
else
  train
fi
"$PYTHON" -W ignore lab/training/critic/net/export.py "$DATA" "$OUT" models/critic test/critic/golden
npx tsx lab/training/critic/exam/curve.ts "$OUT"
# each process looks at its share; the one without a share finds all of it and writes
side_by_side() {
  pids=""
  i=0
  while [ "$i" -lt "$JOBS" ]; do
    npx tsx "$@" "$i/$JOBS" &
    pids="$pids $!"
    i=$((i + 1))
  done
  for pid in $pids; do wait "$pid"; done
  npx tsx "$@"
}
side_by_side lab/training/critic/exam/calibrate.ts "$OUT" 390
side_by_side lab/training/critic/exam/evaluate.ts "$DATA" "$OUT" 780
npx tsx lab/training/critic/exam/picture-warnings.ts
npx prettier --write models/manifest.json test/critic/golden/golden.json models/critic/config.json
