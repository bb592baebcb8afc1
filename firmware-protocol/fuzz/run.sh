#!/bin/sh
# Fuzzes the core for SECONDS, then reports how much of it was covered. Findings are kept in the folder: a crash as
# crash-…, which `fuzz crash-…` reproduces.
# usage: run.sh SECONDS [folder]   default: a new folder; pass it again to continue with its corpus
set -eu
seconds=${1:?usage: run.sh SECONDS [folder]}
folder=$(realpath -m "${2:-$(mktemp -d)}")
here=$(realpath "$(dirname "$0")")
mkdir -p "$folder/corpus"
echo "folder: $folder"
"$here/build.sh" "$folder/fuzz"
(cd "$here/../.." && npx tsx "$here/seeds.ts" "$folder/seeds")
cd "$folder"
./fuzz -max_total_time="$seconds" -max_len=512 -timeout=20 -print_final_stats=1 corpus seeds 2>fuzz.log || {
  tail -n 60 fuzz.log
  exit 1
}
grep -E '^(Done|stat::)' fuzz.log
grep -E 'cov: ' fuzz.log | tail -n 1
if command -v llvm-profdata-14 >/dev/null && command -v llvm-cov-14 >/dev/null; then
  "$here/build.sh" "$folder/fuzz-coverage" coverage
  LLVM_PROFILE_FILE=fuzz.profraw ./fuzz-coverage -runs=0 corpus seeds 2>coverage.log || {
    tail -n 30 coverage.log
    exit 1
  }
  llvm-profdata-14 merge -o fuzz.profdata fuzz.profraw
  llvm-cov-14 report ./fuzz-coverage -instr-profile=fuzz.profdata -show-region-summary=0 "$here"/../core/*.c
fi
