/* board.h - what main.c needs from a board. Boards: board_stm32f4.c (hardware), board_qemu.c (netduinoplus2), and
   ../host/pty.c (a program on a computer). Everything is called from the main loop; nothing here may block for longer
   than its comment says. */
#ifndef BOARD_H
#define BOARD_H
#include "../core/fw.h"

/* Starts clocks, pins, UART, sensors and watchdog. Motors and brakes are safe from its first line; takes at most 2 s. */
void board_start(void);
uint32_t board_boot_id(void); /* after board_start: random, different at each start */
uint8_t board_reset_cause(void); /* after board_start: FWP_RESET_CAUSE_… */
/* after board_start: bit per cup that was on vacuum when the watchdog restarted the chip; 0 after power-up */
uint8_t board_kept_valves(void);
uint32_t board_us(void);      /* free-running microseconds, wraps at 2^32 */

/* The robot's line. Received bytes come from an interrupt-filled ring of 1 kB or more. */
size_t board_link_read(uint8_t *dst, size_t cap);
uint32_t board_link_lost(void); /* bytes lost to a full ring or a receiver overrun since the start */
size_t board_link_room(void); /* bytes that board_link_write accepts now without waiting */
void board_link_write(const uint8_t *p, size_t n);

/* Called once per millisecond: measure (at most 100 us), then drive. */
void board_sense(fw_sense_t *sense);
void board_drive(const fw_drive_t *drive);

void board_feed_watchdog(void); /* called by main.c after a control step, and nowhere else */
/* Sleeps until a byte arrives or the next control step is due, at `due_us`. */
void board_idle(uint32_t due_us);
/* From fault handlers: cut wheels, lift and rotator, whatever state the program is in. Pump and valves stay. */
void board_safe(void);
#endif
