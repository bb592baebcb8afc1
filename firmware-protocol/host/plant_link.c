#include "plant_link.h"

#define MAX_LATE_US 10000u

void plant_sense_get(const uint8_t p[PLANT_SENSE_BYTES], fw_sense_t *sense) {
  for (unsigned i = 0; i < FW_WHEELS; i++) sense->wheels[i] = fwp_get_f32(p + 4u * i);
  for (unsigned i = 0; i < FW_CUPS; i++) sense->vacuum_kpa[i] = fwp_get_f32(p + 12u + 4u * i);
  sense->lift = fwp_get_f32(p + 28);
  sense->rotator = fwp_get_f32(p + 32);
  sense->battery_mv = fwp_get_u16(p + 36);
  sense->estop = p[38];
  sense->bumper = p[39];
}

void plant_drive_put(const fw_drive_t *drive, uint8_t p[PLANT_DRIVE_BYTES]) {
  for (unsigned i = 0; i < FW_WHEELS; i++) fwp_put_f32(p + 4u * i, drive->wheels[i]);
  for (unsigned i = 0; i < FW_WHEELS; i++) fwp_put_f32(p + 12u + 4u * i, drive->duty[i]);
  p[24] = drive->motors_enabled;
  p[25] = drive->pump;
  p[26] = drive->valves;
  p[27] = drive->lift;
  p[28] = drive->rotator;
  p[29] = drive->rotate_mask;
  p[30] = drive->gripper_moves;
}

static void on_frame(void *context, uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *payload, size_t n) {
  plant_link_t *link = context;
  (void)flags;
  (void)seq;
  if (type == PLANT_SEED && n == 4u) link->seed = fwp_get_u32(payload);
  if (type == PLANT_SENSE && n == PLANT_SENSE_BYTES && link->seed != 0) {
    plant_sense_get(payload, &link->sense);
    link->known = 1;
    link->owed = 0;
  }
}

void plant_link_start(plant_link_t *link) {
  static const plant_link_t EMPTY;
  *link = EMPTY;
  link->sense.estop = 1;
}

void plant_link_feed(plant_link_t *link, const uint8_t *p, size_t n) { fw_frame_feed(&link->rx, p, n, on_frame, link); }

size_t plant_link_drive(plant_link_t *link, const fw_drive_t *drive, uint8_t *dst) {
  uint8_t payload[4u + PLANT_DRIVE_BYTES];
  if (++link->ms % PLANT_DRIVE_EVERY_MS != 0) return 0;
  link->owed = 1;
  fwp_put_u32(payload, link->ms);
  plant_drive_put(drive, payload + 4);
  return fw_frame_pack(PLANT_DRIVE, 0, link->seq++, payload, sizeof payload, dst);
}

uint32_t plant_link_clock(plant_link_t *link, uint32_t own_us) {
  if (!link->running) link->held_us = own_us;
  link->running = 1;
  uint32_t now = own_us - link->held_us, latest = link->ms * 1000u + MAX_LATE_US;
  if ((int32_t)(now - latest) > 0) {
    link->held_us = own_us - latest;
    now = latest;
  }
  uint32_t next = link->ms * 1000u - 1u; /* just before the next step is due */
  return link->known && link->owed && (int32_t)(now - next) > 0 ? next : now;
}
