/* semihosting.c - the recording as files on the computer that runs the emulator: replay.in and replay.out in its folder. */
#include "../host/replay_io.h"
#include "board.h"

enum { SYS_OPEN = 0x01, SYS_CLOSE = 0x02, SYS_WRITE = 0x05, SYS_READ = 0x06, SYS_EXIT = 0x18 };
enum { MODE_READ = 1, MODE_WRITE = 5 }; /* "rb", "wb" */
#define EXIT_OK 0x20026u
#define EXIT_FAILED 0x20023u

static uint32_t call(uint32_t operation, uintptr_t argument) {
  register uint32_t r0 __asm("r0") = operation;
  register uintptr_t r1 __asm("r1") = argument;
  __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static uint32_t open(const char *name, size_t length, uint32_t mode) {
  uintptr_t block[3] = {(uintptr_t)name, mode, length};
  return call(SYS_OPEN, (uintptr_t)block);
}

static uint8_t in[4096], out[4096];
static size_t in_at, in_size, out_size;
static uint32_t in_file, out_file;

static void flush(void) {
  uintptr_t block[3] = {out_file, (uintptr_t)out, out_size};
  call(SYS_WRITE, (uintptr_t)block);
  out_size = 0;
}

/* SYS_READ returns how many bytes are missing */
static void refill(void) {
  uintptr_t block[3] = {in_file, (uintptr_t)in, sizeof in};
  in_size = sizeof in - call(SYS_READ, (uintptr_t)block);
  in_at = 0;
}

int replay_read(uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (in_at == in_size) refill();
    if (in_size == 0) return 0;
    p[i] = in[in_at++];
  }
  return 1;
}

void replay_write(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    out[out_size++] = p[i];
    if (out_size == sizeof out) flush();
  }
}

/* replay.c's main, under the name that build.sh gives it */
int replay_main(void);

int main(void);
int main(void) {
  in_file = open("replay.in", 9, MODE_READ);
  out_file = open("replay.out", 10, MODE_WRITE);
  int failed = replay_main();
  flush();
  call(SYS_CLOSE, (uintptr_t)&out_file);
  call(SYS_EXIT, failed ? EXIT_FAILED : EXIT_OK);
  return 0;
}

void usart1_handler(void);
void usart1_handler(void) {}
void usart2_handler(void);
void usart2_handler(void) {}
void board_safe(void) { call(SYS_EXIT, EXIT_FAILED); } /* a fault ends the emulator */
