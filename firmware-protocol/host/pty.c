/* pty.c - the board as a program on a computer: its line is a pseudo-terminal, its plant is connected to stdin and stdout
   (plant_link.h). Prints the path of the terminal as the first line on stderr; exits when the plant hangs up. */
#define _XOPEN_SOURCE 600
#include "../stm32/board.h"
#include "plant_link.h"
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define PLANT_WAIT_US 1000000u

static int line;
static plant_link_t plant;

static void give_up(const char *what) {
  perror(what);
  exit(1);
}

static uint32_t own_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)((uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u);
}

static void open_line(void) {
  struct termios raw;
  line = posix_openpt(O_RDWR | O_NOCTTY);
  if (line < 0 || grantpt(line) != 0 || unlockpt(line) != 0) give_up("pseudo-terminal");
  const char *path = ptsname(line);
  /* our own slave end keeps the terminal alive between two clients; a new terminal echoes, and must not */
  int slave = open(path, O_RDWR | O_NOCTTY);
  if (slave < 0 || tcgetattr(slave, &raw) != 0) give_up(path);
  raw.c_iflag = raw.c_oflag = raw.c_lflag = 0;
  raw.c_cflag |= CS8 | CREAD | CLOCAL;
  if (tcsetattr(slave, TCSANOW, &raw) != 0) give_up(path);
  if (fcntl(line, F_SETFL, O_NONBLOCK) != 0) give_up(path);
  fprintf(stderr, "%s\n", path);
}

static void wait_for_bytes(int timeout_ms) {
  struct pollfd ends[2] = {{0, POLLIN, 0}, {line, POLLIN, 0}};
  poll(ends, 2, timeout_ms);
}

static int plant_speaks(void) {
  struct pollfd end = {0, POLLIN, 0};
  return poll(&end, 1, 0) > 0;
}

static void hear_plant(void) {
  uint8_t bytes[512];
  while (plant_speaks()) {
    ssize_t n = read(0, bytes, sizeof bytes);
    if (n <= 0) exit(0);
    plant_link_feed(&plant, bytes, (size_t)n);
  }
}

void board_start(void) {
  open_line();
  plant_link_start(&plant);
  uint32_t from = own_us();
  while (!plant.known && own_us() - from < PLANT_WAIT_US) {
    wait_for_bytes(1);
    hear_plant();
  }
}

uint32_t board_boot_id(void) { return plant.seed; }
uint8_t board_reset_cause(void) { return FWP_RESET_CAUSE_UNKNOWN; }
uint32_t board_link_lost(void) { return 0; }
uint8_t board_kept_valves(void) { return 0; }

uint32_t board_us(void) {
  hear_plant();
  return plant_link_clock(&plant, own_us());
}

size_t board_link_read(uint8_t *dst, size_t cap) {
  ssize_t n = read(line, dst, cap);
  return n > 0 ? (size_t)n : 0;
}

/* If nobody reads, the terminal fills up and the rest of a write is lost, as on a wire that nobody listens to. */
size_t board_link_room(void) { return 4096; }
void board_link_write(const uint8_t *p, size_t n) {
  if (write(line, p, n) < 0) return;
}

void board_sense(fw_sense_t *sense) { *sense = plant.sense; }

void board_drive(const fw_drive_t *drive) {
  uint8_t frame[FW_FRAME_CODED];
  size_t n = plant_link_drive(&plant, drive, frame);
  if (n > 0 && write(1, frame, n) != (ssize_t)n) exit(0);
}

void board_feed_watchdog(void) {}

void board_idle(uint32_t due_us) {
  if ((int32_t)(board_us() - due_us) < 0) wait_for_bytes(1); /* at most 1 ms late, and caught up */
}

void board_safe(void) {}
