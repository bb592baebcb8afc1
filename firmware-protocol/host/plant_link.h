/* plant_link.h - sensors in and drives out as bytes: for recordings, and for boards whose plant is a simulation at the
   other end of a second line. Little endian. The frame format is that of the robot's own line (core/fw_frame.h), with
   separate types. */
#ifndef PLANT_LINK_H
#define PLANT_LINK_H
#include "../core/fw.h"

#define PLANT_SENSE_BYTES 40u /* wheels, vacuum, lift, rotator as f32; battery u16; e-stop u8; bumper u8 */
#define PLANT_DRIVE_BYTES 31u /* wheels and duty as f32; then one byte for each other field of fw_drive_t, in its order */

#define PLANT_SEED 0x01u  /* to the board: u32, the boot id, not 0 */
#define PLANT_SENSE 0x02u /* to the board: PLANT_SENSE_BYTES; one for each PLANT_DRIVE */
#define PLANT_DRIVE 0x03u /* to the plant: firmware ms u32, then PLANT_DRIVE_BYTES */
/* An emulator takes about 4 ms to answer. If it is asked less often than every millisecond, the measured wheel speeds are
   late by as much: such a board is built with FW_SENSE_LATE_MS too (core/fw_guard.c). */
#ifndef PLANT_DRIVE_EVERY_MS
#define PLANT_DRIVE_EVERY_MS 1u
#endif
/* A starting board drops bytes: the plant sends seed and sense every 20 ms until the first PLANT_DRIVE arrives. */

void plant_sense_get(const uint8_t p[PLANT_SENSE_BYTES], fw_sense_t *sense);
void plant_drive_put(const fw_drive_t *drive, uint8_t p[PLANT_DRIVE_BYTES]);

typedef struct {
  fw_frame_rx_t rx;
  fw_sense_t sense;
  uint32_t seed, ms;
  uint32_t held_us; /* how far plant_link_clock is behind the board's own clock */
  uint16_t seq;
  uint8_t owed;       /* a drive was sent, and its sense has not arrived */
  uint8_t running;    /* plant_link_clock has been called */
  uint8_t known;      /* a seed has arrived, and a PLANT_SENSE after it */
} plant_link_t;

/* Until the plant sends data the e-stop reads as pressed: a missing plant is a broken wire. */
void plant_link_start(plant_link_t *link);
void plant_link_feed(plant_link_t *link, const uint8_t *p, size_t n);
/* One millisecond of drives. Returns the number of bytes for the plant, mostly 0; dst holds FW_FRAME_CODED. */
size_t plant_link_drive(plant_link_t *link, const fw_drive_t *drive, uint8_t *dst);
/* Microseconds of robot time: 0 at the first call, then in step with own_us, the board's free-running clock. It stands
   still while the plant owes an answer, and never runs more than 10 ms ahead of the steps (plant_link_drive): a busy
   computer makes the robot slow, but neither blind nor late in what it senses. Without a plant the clock still runs. */
uint32_t plant_link_clock(plant_link_t *link, uint32_t own_us);
#endif
