#!/bin/sh
# Makes the actor again from nothing: data, tokenizer, two legs of training, their mean, GGUF, examination, manifest.
# About 15 minutes on one idle core. Needs node (npm ci) and Debian's python3-torch with libopenblas0-openmp; PYTHON
# names the interpreter.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
HERE=models/training/actor
DATA=models/training/data/actor
OUT=models/training/out/actor
mkdir -p "$OUT"
npx tsx $HERE/generate.ts $DATA 1500
"$PYTHON" $HERE/tokenizer.py $DATA $OUT/tokenizer.json 512
"$PYTHON" $HERE/train.py $DATA $OUT/tokenizer.json $OUT/first.pt --steps 300
"$PYTHON" $HERE/train.py $DATA $OUT/tokenizer.json $OUT/second.pt --steps 170 --seed 3 --resume $OUT/first.pt
"$PYTHON" $HERE/average.py $OUT/first.pt $OUT/second.pt $OUT/actor.pt
"$PYTHON" $HERE/gguf.py $OUT/actor.pt models/actor/graft-actor-1m.gguf
npx tsx $HERE/evaluate.ts models/actor/graft-actor-1m.gguf 300 > $OUT/evaluation.json
npx tsx $HERE/publish.ts $OUT/evaluation.json 1500
"$PYTHON" $HERE/vectors.py $DATA $OUT/actor.pt test/actor/vectors.json
npx prettier --write models/manifest.json test/actor/vectors.json
