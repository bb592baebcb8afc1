#!/bin/sh
# Makes the composer of orders from nothing: generated orders, features, two networks, one graph. Two and a half hours on
# an idle core. Needs node (npm ci) and Debian's python3-torch; PYTHON names the interpreter.
set -eu
cd "$(dirname "$0")/../../.."
PYTHON=${PYTHON:-/usr/bin/python3}
DATA=lab/training/data/composer
OUT=lab/training/out/composer
HERE=lab/training/composer
ORDERS=lab/understand/orders
export OMP_NUM_THREADS=1
sh lab/training/check-tools.sh "$PYTHON"
mkdir -p "$DATA" "$OUT"
export_orders() { npx tsx --conditions=source "$HERE/orders/export.ts" "$1" > "$DATA/$2.jsonl"; }

npx tsx --conditions=source "$HERE/orders/export.ts" --worlds > "$DATA/worlds.json"
"$PYTHON" "$HERE/orders/generate.py" "$DATA/worlds.json" 6000 7 > "$DATA/generated-orders.jsonl"
export_orders "$DATA/generated-orders.jsonl" gen
for name in a b c d e f g h i j l m n o p q r t u v w x y z dev dev-b dev-c k s; do
  export_orders "$ORDERS/$name.jsonl" "$name"
done
for seed in 1 2; do
  "$PYTHON" "$HERE/net/train.py" "$DATA" "$OUT" "$seed" 28
done
"$PYTHON" -W ignore "$HERE/net/export.py" "$OUT" models/composer 1 2
"$PYTHON" -W ignore "$HERE/net/golden.py" "$DATA/dev.jsonl" "$ORDERS/dev.jsonl" "$OUT" 1 2 > test/language/composer/golden.json
npx prettier --write models/composer/composer.json test/language/composer/golden.json
npx tsx --conditions=source "$HERE/manifest.ts" models/composer
npx prettier --write models/manifest.json
