/* replay_io.h - where replay.c reads and writes: files of the C library on a computer, semihosting on the Cortex-M4. */
#ifndef REPLAY_IO_H
#define REPLAY_IO_H
#include <stddef.h>
#include <stdint.h>

int replay_read(uint8_t *p, size_t n); /* 1 = all n bytes were read */
void replay_write(const uint8_t *p, size_t n);
#endif
