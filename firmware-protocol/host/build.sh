#!/bin/sh
# Builds the replay program for this machine. usage: build.sh <output file>   CC and CFLAGS are respected.
set -eu
out=$(realpath -m "$1")
cd "$(dirname "$0")"
# shellcheck disable=SC2086
${CC:-cc} -std=c99 -O2 -Wall -Wextra -pedantic -Werror -ffp-contract=off ${CFLAGS:-} -o "$out" replay.c ../core/*.c
