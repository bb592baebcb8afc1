#!/bin/sh
# Builds a program for this computer. usage: build.sh <output file> [replay | pty]   CC and CFLAGS are respected.
set -eu
out=$(realpath -m "$1")
cd "$(dirname "$0")"
define=""
case ${2:-replay} in
replay) sources="replay.c replay_stdio.c plant_link.c" ;;
pty) sources="pty.c plant_link.c ../stm32/main.c" define="" ;;
*) echo "build.sh: replay or pty, not $2" >&2 && exit 2 ;;
esac
# shellcheck disable=SC2086
${CC:-cc} -std=c99 -O2 -Wall -Wextra -pedantic -Werror -ffp-contract=off $define ${CFLAGS:-} -o "$out" $sources ../core/*.c
