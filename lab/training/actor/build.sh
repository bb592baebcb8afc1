#!/bin/sh
# Makes the actor again: data, training, GGUF, calibration, examination, manifest. What an earlier run has left under
# lab/training/{data,out} is gone on with, so the command can be interrupted at any time. About half an hour on one idle
# core; CUDA is used for the training when torch finds it. Needs node (npm ci) and Debian's python3-torch with
# libopenblas0-openmp; PYTHON names the interpreter.
#
# The committed weights begin with start.pt (README.md). To make a model from nothing, with no past at all:
#
#     START= npm run models:actor
#
# which takes 700 STEPS unless told otherwise, and a folder of its own, so that the two are never mixed. What is missing is
# said before anything is generated.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
TREES=${TREES:-320}
START=${START-lab/training/actor/start.pt}
if [ -n "$START" ]; then PAST='' MOST=110; else PAST=-nothing MOST=700; fi
STEPS=${STEPS:-$MOST}
SEED=${SEED:-5}
HERE=lab/training/actor
DATA=lab/training/data/actor
OUT=lab/training/out/actor$PAST
MODEL=models/actor/graft-actor-1m.gguf
sh lab/training/check-tools.sh "$PYTHON"
mkdir -p "$OUT" "$DATA" docs/images/models
npx tsx $HERE/generate.ts $DATA "$TREES"
[ -n "$START" ] || [ -f $OUT/tokenizer.json ] || "$PYTHON" $HERE/net/tokenizer.py $DATA $OUT/tokenizer.json 512
[ -f $OUT/actor.pt ] && [ ! -f $OUT/actor.pt.state ] ||
  "$PYTHON" $HERE/net/train.py $DATA $OUT/tokenizer.json $OUT/actor.pt ${START:+--start "$START"} \
    --steps "$STEPS" --seed "$SEED" --every 30 --quick 60
"$PYTHON" $HERE/net/gguf.py $OUT/actor.pt $MODEL
npx tsx $HERE/publish/curve.ts $OUT/actor.pt.jsonl docs/images/models/actor-curve.svg
[ -f $DATA/validation-cases.jsonl ] || npx tsx $HERE/write-cases.ts $DATA/validation-cases.jsonl validation 120
[ -f models/heldout/actor.jsonl ] || npx tsx $HERE/write-cases.ts models/heldout/actor.jsonl test 45
npx tsx $HERE/publish/calibrate.ts $MODEL $DATA/validation-cases.jsonl $OUT/calibration.json
npx tsx $HERE/publish/publish.ts $DATA $OUT
npx tsx $HERE/publish/examine-shipped.ts $OUT/bench.json docs/images/models/actor-reliability.svg
npx tsx $HERE/publish/publish.ts $DATA $OUT $OUT/bench.json
"$PYTHON" $HERE/net/vectors.py $DATA $OUT/actor.pt test/actor/vectors.json
npx prettier --write models/manifest.json test/actor/vectors.json
