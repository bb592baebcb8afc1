#!/bin/sh
# Builds the firmware for the STM32F405 and prints its size. Needs clang, lld and llvm of version 14 (Debian: clang-14
# lld-14 llvm-14). usage: build.sh <output folder> [stm32f4 | qemu | replay] ...   default: all three
#   stm32f4  fw-stm32f4.elf and .bin: hardware         qemu    fw-qemu.elf: qemu-system-arm -M netduinoplus2
#   replay   fw-replay.elf: ../host/replay.c on the Cortex-M4, files via semihosting
set -eu
LC_ALL=C
export LC_ALL
out=$(realpath -m "$1")
shift
[ $# -gt 0 ] || set -- stm32f4 qemu replay
mkdir -p "$out"
cd "$(dirname "$0")"
cc=${CC:-clang-14}
flags="--target=thumbv7em-none-eabihf -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -std=gnu99 -Os -g
 -Wall -Wextra -Wconversion -Wno-sign-conversion -Werror
 -ffreestanding -fno-builtin -nostdlib -ffp-contract=off -ffunction-sections -fdata-sections
 -fuse-ld=lld -Wl,--gc-sections -Wl,-T,stm32f405.ld -Wl,--build-id=none"

for target; do
  case $target in
  stm32f4) sources="main.c uart.c timebase.c board_stm32f4.c pins.c" define="" ;;
  qemu) sources="main.c uart.c timebase.c board_qemu.c ../host/plant_link.c" define="-DPLANT_DRIVE_EVERY_MS=10u -DFW_SENSE_LATE_MS=80u ${QEMU_DEFINES:-}" ;;
  replay) sources="semihosting.c ../host/plant_link.c" define="" ;;
  *) echo "build.sh: stm32f4, qemu or replay, not $target" >&2 && exit 2 ;;
  esac
  extra=""
  if [ "$target" = replay ]; then
    # its main becomes a function of semihosting.c
    # shellcheck disable=SC2086
    $cc $flags -Dmain=replay_main -Wno-unused-command-line-argument -c -o "$out/replay.o" ../host/replay.c
    extra="$out/replay.o"
  fi
  # shellcheck disable=SC2086
  $cc $flags $define -o "$out/fw-$target.elf" startup.c $sources $extra ../core/*.c
  llvm-size-14 "$out/fw-$target.elf"
done
[ ! -f "$out/fw-stm32f4.elf" ] || llvm-objcopy-14 -O binary "$out/fw-stm32f4.elf" "$out/fw-stm32f4.bin"
