/* replay.c - the core as a filter: a recording in, what the controller says and drives out. One record is one
   millisecond: u16 length, that many bytes from the host, then fw_sense_t as 40 bytes. Out: per record u16 length, the
   transmitted bytes, then fw_drive_t as 19 bytes. Little endian throughout. */
#include "../core/fw.h"
#include <stdio.h>

#define BOOT_ID 77u

static fw_t controller;

static int read_exactly(uint8_t *p, size_t n) { return fread(p, 1, n, stdin) == n; }

static void read_sense(const uint8_t *p, fw_sense_t *sense) {
  for (unsigned i = 0; i < FW_WHEELS; i++) sense->wheels[i] = fwp_get_f32(p + 4u * i);
  for (unsigned i = 0; i < FW_CUPS; i++) sense->vacuum_kpa[i] = fwp_get_f32(p + 12u + 4u * i);
  sense->lift = fwp_get_f32(p + 28);
  sense->rotator = fwp_get_f32(p + 32);
  sense->battery_mv = fwp_get_u16(p + 36);
  sense->estop = p[38];
  sense->bumper = p[39];
}

static void write_drive(const fw_drive_t *drive) {
  uint8_t p[19];
  for (unsigned i = 0; i < FW_WHEELS; i++) fwp_put_f32(p + 4u * i, drive->wheels[i]);
  p[12] = drive->motors_enabled;
  p[13] = drive->pump;
  p[14] = drive->valves;
  p[15] = drive->lift;
  p[16] = drive->rotator;
  p[17] = drive->rotate_mask;
  p[18] = drive->gripper_moves;
  fwrite(p, 1, sizeof p, stdout);
}

int main(void) {
  static uint8_t bytes[65536];
  uint8_t head[2], sample[40];
  fw_sense_t sense;
  fw_boot(&controller, BOOT_ID);
  while (read_exactly(head, sizeof head)) {
    size_t n = fwp_get_u16(head);
    if (!read_exactly(bytes, n) || !read_exactly(sample, sizeof sample)) return 1;
    read_sense(sample, &sense);
    fw_receive(&controller, bytes, n);
    fw_tick(&controller, &sense);
    n = fw_transmit(&controller, bytes, sizeof bytes);
    fwp_put_u16(head, (uint16_t)n);
    fwrite(head, 1, sizeof head, stdout);
    fwrite(bytes, 1, n, stdout);
    write_drive(&controller.drive);
  }
  return 0;
}
