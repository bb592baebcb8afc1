#!/bin/sh
# Builds fw.wasm and its manifest. Needs clang and wasm-ld of version 14 (Debian: clang-14 lld-14) and sha256sum.
# usage: build.sh [output folder]   default: this folder
set -eu
LC_ALL=C
export LC_ALL # the order of the sources is part of the hash
cd "$(dirname "$0")"
out=${1:-.}
cc=${CC:-clang-14}
flags="--target=wasm32-unknown-unknown -std=c99 -Os -Wall -Wextra -Wconversion -Wno-sign-conversion -Werror -ffreestanding -fno-builtin -nostdlib -ffp-contract=off -fvisibility=hidden -Wl,--no-entry -Wl,--strip-all -Wl,-z,stack-size=8192 -Wl,--initial-memory=131072"
sources="glue.c ../core/fw_base.c ../core/fw_core.c ../core/fw_frame.c ../core/fw_gripper.c ../core/fw_guard.c ../core/fw_math.c ../core/fw_motion.c ../core/fw_place.c ../core/fw_scale.c ../core/fw_session.c ../core/fw_state.c ../core/fw_transmit.c ../core/fw_wheel.c"

# shellcheck disable=SC2086
$cc $flags -o "$out/fw.wasm" $sources

# same list and order as in test/firmware/artifact.test.ts
sources_hash=$(cat glue.c ../core/*.c ../core/*.h ../gen/fwp_msgs.h | sha256sum | cut -d' ' -f1)
cat > "$out/fw.wasm.json" <<JSON
{
  "sha256": "$(sha256sum "$out/fw.wasm" | cut -d' ' -f1)",
  "bytes": $(wc -c < "$out/fw.wasm"),
  "compiler": "$($cc --version | head -n 1)",
  "flags": "$flags",
  "sources": "glue.c, core/*.c, core/*.h, gen/fwp_msgs.h",
  "sourcesSha256": "$sources_hash"
}
JSON
