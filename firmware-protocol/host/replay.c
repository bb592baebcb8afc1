/* replay.c - the core as a filter: a recording in, what the controller sends and drives out. One record is one
   millisecond: u16 length, that many bytes from the host, then fw_sense_t as 40 bytes. Out: per record u16 length, the
   transmitted bytes, then fw_drive_t as 31 bytes. Little endian throughout. */
#include "plant_link.h"
#include "replay_io.h"

#define BOOT_ID 77u

static fw_t controller;

int main(void) {
  static uint8_t bytes[65536];
  uint8_t head[2], sample[PLANT_SENSE_BYTES], drive[PLANT_DRIVE_BYTES];
  fw_sense_t sense;
  fw_boot(&controller, BOOT_ID, FWP_RESET_CAUSE_POWER);
  while (replay_read(head, sizeof head)) {
    size_t n = fwp_get_u16(head);
    if (!replay_read(bytes, n) || !replay_read(sample, sizeof sample)) return 1;
    plant_sense_get(sample, &sense);
    fw_receive(&controller, bytes, n);
    fw_tick(&controller, &sense);
    n = fw_transmit(&controller, bytes, sizeof bytes);
    fwp_put_u16(head, (uint16_t)n);
    replay_write(head, sizeof head);
    replay_write(bytes, n);
    plant_drive_put(&controller.drive, drive);
    replay_write(drive, sizeof drive);
  }
  return 0;
}
