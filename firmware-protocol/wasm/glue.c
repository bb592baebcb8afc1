/* glue.c - the WebAssembly board: one controller per instance, buffers in linear memory. */
#include "../core/fw.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static fw_t controller;
static fw_sense_t sense;
static uint8_t in_buffer[4096], out_buffer[8192];

EXPORT(in_ptr) uint8_t *in_ptr(void) { return in_buffer; }
EXPORT(in_size) uint32_t in_size(void) { return sizeof in_buffer; }
EXPORT(out_ptr) uint8_t *out_ptr(void) { return out_buffer; }
EXPORT(sense_ptr) fw_sense_t *sense_ptr(void) { return &sense; }
EXPORT(drive_ptr) fw_drive_t *drive_ptr(void) { return &controller.drive; }

EXPORT(boot) void boot(uint32_t boot_id, uint32_t cause) { fw_boot(&controller, boot_id, (uint8_t)cause); }
/* Bytes that the board's receiver has lost so far. */
EXPORT(lost) void lost(uint32_t bytes) { controller.rx_lost = bytes; }
/* Right after boot, as after a watchdog's restart: these cups were on vacuum and stay so. */
EXPORT(keep) void keep(uint32_t valves) { fw_keep_vacuum(&controller, (uint8_t)valves); }
/* Right after boot: as if the controller had been on for so long. Nobody wants to wait 49 days for the counter to wrap. */
EXPORT(age) void age(uint32_t ms) { controller.ms = ms; }
EXPORT(receive) void receive(uint32_t n) { fw_receive(&controller, in_buffer, n); }
EXPORT(tick) void tick(void) { fw_tick(&controller, &sense); }
EXPORT(transmit) uint32_t transmit(void) { return (uint32_t)fw_transmit(&controller, out_buffer, sizeof out_buffer); }

/* For the tests that hold the codec of this core against the one in TypeScript. */
EXPORT(crc32c) uint32_t crc32c(uint32_t n) { return fw_crc32c(in_buffer, n); }
EXPORT(cobs_encode) uint32_t cobs_encode(uint32_t n) { return (uint32_t)fw_cobs_encode(in_buffer, n, out_buffer); }
EXPORT(cobs_decode) int32_t cobs_decode(uint32_t n) { return fw_cobs_decode(in_buffer, n, out_buffer, sizeof out_buffer); }
EXPORT(frame_pack) uint32_t frame_pack(uint32_t type, uint32_t flags, uint32_t seq, uint32_t n) {
  return (uint32_t)fw_frame_pack((uint8_t)type, (uint8_t)flags, (uint16_t)seq, in_buffer, n, out_buffer);
}
EXPORT(reencode) int32_t reencode(uint32_t id, uint32_t n) { return fwp_reencode((uint8_t)id, in_buffer, n, out_buffer); }
/* in: a twist, three floats; out: wheels, and the twist again from those wheels */
EXPORT(kinematics) void kinematics(void) {
  fw_twist_t twist = {fwp_get_f32(in_buffer), fwp_get_f32(in_buffer + 4), fwp_get_f32(in_buffer + 8)};
  float wheels[FW_WHEELS];
  fw_wheels_of(&twist, wheels);
  fw_twist_of(wheels, &twist);
  for (int i = 0; i < FW_WHEELS; i++) fwp_put_f32(out_buffer + 4 * i, wheels[i]);
  fwp_put_f32(out_buffer + 12, twist.vx);
  fwp_put_f32(out_buffer + 16, twist.vy);
  fwp_put_f32(out_buffer + 20, twist.wz);
}

static fw_encoder_t encoder;
static fw_wheel_t wheel;
EXPORT(encoder_speed) float encoder_speed(uint32_t count) { return fw_encoder_speed(&encoder, (uint16_t)count, 4096.0f); }
EXPORT(wheel_step) float wheel_step(float setpoint, float speed) { return fw_wheel_step(&wheel, setpoint, speed, 0.0f); }
EXPORT(wheel_rest) void wheel_rest(void) { fw_wheel_rest(&wheel); }
EXPORT(wheel_verdict) uint32_t wheel_verdict(void) { return (uint32_t)fw_wheel_verdict(&wheel); }

/* Compilers may call these even in freestanding code. */
void *memcpy(void *dst, const void *src, size_t n) {
  uint8_t *d = dst;
  const uint8_t *s = src;
  while (n--) *d++ = *s++;
  return dst;
}
void *memset(void *dst, int value, size_t n) {
  uint8_t *d = dst;
  while (n--) *d++ = (uint8_t)value;
  return dst;
}
