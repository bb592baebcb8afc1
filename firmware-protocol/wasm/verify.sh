#!/bin/sh
# Rebuilds fw.wasm in a scratch folder and compares it with the committed one, byte for byte.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
./build.sh "$scratch"
cmp "$scratch/fw.wasm" fw.wasm
cmp "$scratch/fw.wasm.json" fw.wasm.json
echo "fw.wasm is what its sources say"
