#include "witness.h"
#include <stdio.h>
#include <stdlib.h>

#define LIMIT_MS (FW_HB_TIMEOUT_MS + 1u)
/* from 1.1 m/s (the fastest move and its correction) at 2 m/s2, and from 7.3 rad/s at its share of that: 0.55 s */
#define RAMP_MS 560u
/* the same at 10 m/s2 */
#define ESTOP_RAMP_MS 115u
#define ESTOP_BRAKE_MS 151u
/* a wheel that disagrees with its encoder: the bridges stay on without duty, which shorts the windings */
#define SHORTED_MS 301u
/* how long the wheels next to one whose encoder is in doubt may be driven against their own motion */
#define COUNTER_MS 40u
/* (1.1 + 0.15 * 7.4) / 0.05, in rad/s; nothing may command more */
#define WHEEL_LIMIT 45.0f

static void require(int holds, const char *law, const fw_t *f) {
  if (holds) return;
  fprintf(stderr, "broken at %u ms: %s\n", (unsigned)(f ? f->ms : 0u), law);
  abort();
}

static int finite_float(float v) { return v - v == 0.0f; }

static int wheels_stand(const fw_t *f) {
  for (unsigned i = 0; i < FW_WHEELS; i++)
    if (f->drive.wheels[i] != 0.0f) return 0;
  return 1;
}

static int wheels_measured_still(const fw_t *f) {
  for (unsigned i = 0; i < FW_WHEELS; i++)
    if (f->sense.wheels[i] != 0.0f) return 0;
  return 1;
}

static int no_duty(const fw_t *f) {
  for (unsigned i = 0; i < FW_WHEELS; i++)
    if (f->drive.duty[i] != 0.0f) return 0;
  return 1;
}

/* No wheel is driven onwards: the suspect one not at all, and the others are only braked, for a short while. */
static int only_brakes(const fw_t *f, uint32_t latched_for) {
  for (unsigned i = 0; i < FW_WHEELS; i++) {
    if (f->drive.duty[i] == 0.0f) continue;
    if (i == f->estop_wheel || latched_for > COUNTER_MS || !(f->drive.duty[i] * f->sense.wheels[i] < 0.0f)) return 0;
  }
  return 1;
}

static int is_actuation(uint8_t type) { return type >= FWP_ID_MOVE_TO && type <= FWP_ID_ROTATE; }

typedef struct {
  witness_t *w;
  const fw_t *f;
} hearing_t;

static void on_hello(witness_t *w, const fw_t *f, const uint8_t *p, size_t n) {
  fwp_hello_t m;
  if (fwp_hello_get(&m, p, n) != 1) return;
  if (m.protoMajor != FWP_PROTO_MAJOR || m.schemaHash != FWP_SCHEMA_HASH || m.session == w->session) return;
  w->session = m.session;
  w->alive_ms = f->ms;
  w->heartbeat_seen = 0;
  w->executed_id = 0;
}

static void on_heartbeat(witness_t *w, const fw_t *f, const uint8_t *p, size_t n) {
  fwp_heartbeat_t m;
  if (fwp_heartbeat_get(&m, p, n) != 1 || !w->session || m.session != w->session) return;
  if (w->heartbeat_seen && (int32_t)(m.counter - w->heartbeat_counter) <= 0) return;
  w->heartbeat_seen = 1;
  w->heartbeat_counter = m.counter;
  w->alive_ms = f->ms;
}

static void on_host_frame(void *context, uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *p, size_t n) {
  hearing_t *h = context;
  (void)seq;
  if (flags & ~FWP_FRAME_FLAG_NEEDS_ACK) return;
  if (type == FWP_ID_HELLO) on_hello(h->w, h->f, p, n);
  if (type == FWP_ID_HEARTBEAT) on_heartbeat(h->w, h->f, p, n);
  if (type < FWP_ID_SET_VELOCITY || n < 8u) return;
  /* with another length it is not an Estop, and is answered with badLength */
  if (type == FWP_ID_ESTOP && !fwp_estop_fits(n)) return;
  h->w->frame.known = 1;
  h->w->frame.type = type;
  h->w->frame.session = fwp_get_u32(p);
  h->w->frame.id = type == FWP_ID_SET_VELOCITY ? 0u : fwp_get_u32(p + 4);
  h->w->frame.permit = type == FWP_ID_SET_VELOCITY ? fwp_get_u32(p + 4) : n >= 12u ? fwp_get_u32(p + 8) : 0u;
}

void witness_start(witness_t *w, const fw_t *f) {
  static const witness_t EMPTY;
  *w = EMPTY;
  require(wheels_stand(f) && !f->drive.motors_enabled && !f->drive.gripper_moves && !f->drive.pump && !f->drive.valves,
          "a controller that boots is at rest", f);
}

void witness_hears(witness_t *w, const fw_t *f, const uint8_t *p, size_t n) {
  hearing_t h = {w, f};
  w->frame.known = 0;
  w->executions = f->exec_count;
  fw_frame_feed(&w->from_host, p, n, on_host_frame, &h);
}

void witness_after_bytes(witness_t *w, const fw_t *f) {
  uint32_t executed = f->exec_count - w->executions;
  require(f->session == w->session, "the session is the one that Hello opened", f);
  require(executed <= 1u, "one frame executes one command at most", f);
  if (executed == 1u) {
    require(w->frame.known && w->frame.type != FWP_ID_SET_VELOCITY, "only a command is executed", f);
    require(w->session && w->frame.session == w->session, "a command of another session is not executed", f);
    require(w->frame.id > w->executed_id, "an id is executed once, and none older than it after it", f);
    require(!is_actuation(w->frame.type) || w->frame.permit != 0, "no actuation without a permit (law 2)", f);
    require(!is_actuation(w->frame.type) || !f->estop, "no actuation while the e-stop is latched", f);
    require(!is_actuation(w->frame.type) || f->ms - w->alive_ms <= LIMIT_MS, "no actuation for a host that is silent", f);
    w->executed_id = w->frame.id;
    if (is_actuation(w->frame.type)) w->permitted = 1;
  }
  if (w->frame.known && w->frame.type == FWP_ID_ESTOP) require(f->estop, "Estop latches whatever else is wrong", f);
  if (w->frame.known && w->frame.type == FWP_ID_SET_VELOCITY && w->frame.permit != 0) w->permitted = 1;
  if (!f->estop) w->was_latched = 0;
}

void witness_before_step(witness_t *w, const fw_t *f) {
  w->gripper_ran = f->gripper.kind != 0;
  w->valves = f->drive.valves;
}

static void at_rest_without_right(const witness_t *w, const fw_t *f) {
  uint32_t silent = f->ms - w->alive_ms;
  require(w->permitted || (wheels_stand(f) && !f->drive.gripper_moves), "nothing moves before a permitted actuation", f);
  require(w->session || (wheels_stand(f) && !f->drive.gripper_moves), "nothing moves without a session", f);
  require(silent <= LIMIT_MS || !f->drive.gripper_moves, "lift and rotator are braked when heartbeats are missing", f);
  require(silent <= LIMIT_MS + RAMP_MS || wheels_stand(f), "the base stands after heartbeats went missing and it ramped", f);
}

static void obeys_estop(witness_t *w, const fw_t *f) {
  if (f->estop && !w->was_latched) w->latched_ms = f->ms;
  w->was_latched = f->estop;
  require(!f->sense.estop || f->estop, "the e-stop input latches within the step that reads it", f);
  require(!f->sense.estop || !f->drive.motors_enabled, "the e-stop input cuts the motors within the step that reads it", f);
  if (!f->estop) return;
  require(!f->drive.gripper_moves, "lift and rotator are braked while the e-stop is latched", f);
  require(f->ms - w->latched_ms <= ESTOP_RAMP_MS || wheels_stand(f), "the base stands after the e-stop and it ramped", f);
  int lies = f->estop_cause == FWP_ESTOP_CAUSE_ENCODER_FAULT || f->estop_cause == FWP_ESTOP_CAUSE_WHEEL_JAMMED;
  require(!lies || only_brakes(f, f->ms - w->latched_ms), "a wheel that is not as measured ends all duty that drives within the step that latches", f);
  uint32_t limit = lies ? SHORTED_MS : ESTOP_BRAKE_MS;
  require(f->ms - w->latched_ms <= limit || !f->drive.motors_enabled, "nothing keeps the motors on after an e-stop", f);
  if (!lies && wheels_stand(f) && wheels_measured_still(f))
    require(!f->drive.motors_enabled, "motors are off at a stand while the e-stop is latched", f);
}

void witness_after_step(witness_t *w, const fw_t *f) {
  at_rest_without_right(w, f);
  require(f->drive.motors_enabled || no_duty(f), "no duty without power", f);
  obeys_estop(w, f);
  for (unsigned i = 0; i < FW_WHEELS; i++) {
    require(finite_float(f->drive.wheels[i]), "wheel setpoints are finite", f);
    require(f->drive.wheels[i] <= WHEEL_LIMIT && f->drive.wheels[i] >= -WHEEL_LIMIT, "wheel setpoints are in their range", f);
  }
  require(f->drive.motors_enabled <= 1 && f->drive.pump <= 1 && f->drive.valves <= 15 && f->drive.lift <= 1 &&
              f->drive.rotator <= 1 && f->drive.rotate_mask <= 15 && f->drive.gripper_moves <= 1,
          "switches are 0 or 1, masks have four bits", f);
  require(w->gripper_ran || w->valves == f->drive.valves || f->gripper.kind != 0, "the vacuum holds: only a gripper command moves a valve", f);
}

static void on_firmware_frame(void *context, uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *p, size_t n) {
  uint8_t again[FW_FRAME_PAYLOAD];
  (void)context;
  (void)seq;
  require(flags == 0 && type >= 0x80u, "what the controller says is for the host", 0);
  require(fwp_reencode(type, p, n, again) == (int32_t)n, "what the controller says is in the schema", 0);
}

void witness_reads(witness_t *w, const uint8_t *p, size_t n) {
  fw_frame_feed(&w->from_firmware, p, n, on_firmware_frame, 0);
  const fw_frame_rx_t *rx = &w->from_firmware;
  require(rx->bad_cobs + rx->bad_crc + rx->bad_length + rx->oversize == 0, "the controller sends whole frames only", 0);
}
