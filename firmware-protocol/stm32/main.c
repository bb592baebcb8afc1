/* main.c - the loop of every board that keeps its own time: bytes in, one control step per millisecond, bytes out. */
#include "board.h"

#define STEP_US 1000u

static fw_t controller;

static void control_step(void) {
  fw_sense_t sense;
  board_sense(&sense);
  fw_tick(&controller, &sense);
  board_drive(&controller.drive);
  board_feed_watchdog();
}

static void receive(uint32_t due) {
  uint8_t bytes[128];
  size_t n = board_link_read(bytes, sizeof bytes);
  int32_t since = (int32_t)(board_us() - (due - STEP_US));
  controller.since_tick_us = (uint16_t)(since < 0 ? 0 : since > 0xffff ? 0xffff : since);
  if (n > 0) fw_receive(&controller, bytes, n);
  controller.rx_lost = board_link_lost();
}

/* What does not fit stays in the core, which drops whole frames when its own ring is full. */
static void transmit(void) {
  uint8_t bytes[256];
  size_t room = board_link_room();
  size_t n = fw_transmit(&controller, bytes, room < sizeof bytes ? room : sizeof bytes);
  if (n > 0) board_link_write(bytes, n);
}

int main(void) {
  board_start();
  fw_boot(&controller, board_boot_id(), board_reset_cause());
  fw_keep_vacuum(&controller, board_kept_valves());
  uint32_t due = board_us();
  for (;;) {
    receive(due);
    /* late steps are caught up one at a time: failsafes count milliseconds, so none may be missing */
    if ((int32_t)(board_us() - due) >= 0) {
      control_step();
      due += STEP_US;
    }
    transmit();
    board_idle(due);
  }
}
