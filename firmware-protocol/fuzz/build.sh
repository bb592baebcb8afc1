#!/bin/sh
# Builds the fuzzer of the core. Debian: clang-14 libclang-rt-14-dev, and llvm-14 for coverage.
# usage: build.sh <output file> [sanitize | coverage]
set -eu
out=$(realpath -m "$1")
cd "$(dirname "$0")"
case ${2:-sanitize} in
sanitize) mode="-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all" ;;
coverage) mode="-fsanitize=fuzzer -fprofile-instr-generate -fcoverage-mapping" ;;
*) echo "build.sh: sanitize or coverage, not $2" >&2 && exit 2 ;;
esac
# shellcheck disable=SC2086
${CC:-clang-14} -std=c99 -O2 -g -Wall -Wextra -pedantic -Werror -ffp-contract=off $mode -o "$out" fuzz.c witness.c ../core/*.c
