/* fw_core.c - one millisecond: failsafes first, then the running command, then the ramp to the wheels. */
#include "fw.h"
#include "fw_math.h"

#define RAMP 0.002f         /* m/s per ms: comm loss, stop, expired setpoint */
#define RAMP_MOTION 0.003f  /* profile and correction on top of it */
#define RAMP_HARD 0.010f    /* e-stop, bumper */
#define SETTLE_MS 1000u
#define BRAKE_MS 150u /* from any speed at that ramp, and twice over: wheels that seem to turn for longer are not believed */
#define SHORTED_MS 300u /* from 0.6 m/s to a stand by shorted windings alone, and half of that again */
#define WHEEL_CREDIBLE 200.0f /* rad/s = 10 m/s of rim: no wheel of this base turns faster */

void fw_boot(fw_t *f, uint32_t boot_id, uint8_t reset_cause) {
  uint8_t *p = (uint8_t *)f;
  for (size_t i = 0; i < sizeof *f; i++) p[i] = 0;
  f->boot_id = boot_id;
  f->latch_nonce = boot_id;
  f->reset_cause = reset_cause;
  fw_pose_set(&f->pose, 0.0f, 0.0f, 0.0f);
  f->odometry.pose = f->pose;
  fw_raise(f, FWP_EVENT_CODE_BOOTED, 0, reset_cause, 0);
}

void fw_keep_vacuum(fw_t *f, uint8_t valves) {
  f->drive.valves = f->gripper.valves = valves & (uint8_t)((1u << FW_CUPS) - 1u);
  f->drive.pump = f->gripper.pump = f->gripper.valves != 0;
}

void fw_receive(fw_t *f, const uint8_t *p, size_t n) { fw_frame_feed(&f->rx, p, n, fw_on_frame, f); }

fw_gripper_sense_t fw_gripper_view(const fw_t *f) {
  fw_gripper_sense_t view;
  for (int i = 0; i < FW_CUPS; i++) view.vacuum_kpa[i] = f->sense.vacuum_kpa[i];
  view.lift = f->sense.lift;
  view.rotator = f->sense.rotator;
  return view;
}

void fw_finish(fw_t *f, uint8_t status, uint8_t detail) {
  f->done_cmd = f->active_cmd;
  f->done_status = status;
  f->done_detail = detail;
  f->active_cmd = 0;
  fw_raise(f, FWP_EVENT_CODE_COMMAND_DONE, f->done_cmd, status, detail);
}

void fw_abort(fw_t *f, uint8_t status) {
  fw_gripper_sense_t view = fw_gripper_view(f);
  uint8_t detail = f->motion.active ? fw_motion_error_mm(&f->motion, &f->pose) : fw_gripper_holding(&f->gripper, &view);
  f->velocity_live = 0;
  f->motion.active = 0;
  fw_gripper_abort(&f->gripper);
  if (fw_busy(f)) fw_finish(f, status, detail);
}

void fw_latch_estop(fw_t *f, uint8_t cause, uint8_t wheel) {
  /* the button cuts the power in hardware as well (stop category 0); a message brakes first (category 1) */
  if (cause == FWP_ESTOP_CAUSE_BUTTON) f->motors_cut = 1;
  if (f->estop) return;
  f->estop_cause = cause;
  f->estop_wheel = wheel;
  f->estop = 1;
  f->estop_at_ms = f->ms;
  f->latch_nonce = f->latch_nonce * 1664525u + 1013904223u;
  fw_abort(f, FWP_DONE_STATUS_ESTOP);
  fw_raise(f, FWP_EVENT_CODE_ESTOP_LATCHED, 0, cause, wheel);
}

static void failsafes(fw_t *f) {
  if (f->sense.estop) fw_latch_estop(f, FWP_ESTOP_CAUSE_BUTTON, 0);
  fw_watch_wheels(f);
  fw_watch_bumper(f);
  if (f->session && !f->comm_loss && f->ms - f->hb_at_ms > FW_HB_TIMEOUT_MS) {
    f->comm_loss = 1;
    f->hb_losses++;
    fw_abort(f, FWP_DONE_STATUS_COMM_LOSS);
    fw_raise(f, FWP_EVENT_CODE_COMM_LOSS, 0, 0, 0);
  }
  fw_scale_step(f);
  if (f->velocity_live && (int32_t)(f->ms - f->velocity_until_ms) >= 0) f->velocity_live = 0;
}

static void run_motion(fw_t *f) {
  fw_leave_t leave = {.share = fw_scale_share(f), .hold_ms = f->scale.hold_ms};
  uint8_t done = fw_motion_step(&f->motion, &f->pose, &leave, fw_standing(f), f->sense.bumper, &f->wanted);
  if (!done) return;
  f->motion.active = 0;
  fw_finish(f, done, fw_motion_error_mm(&f->motion, &f->pose));
}

static void run_gripper(fw_t *f) {
  fw_gripper_sense_t view = fw_gripper_view(f);
  uint8_t done = fw_gripper_step(&f->gripper, &view);
  if (done) fw_finish(f, done, fw_gripper_holding(&f->gripper, &view));
  int lost = fw_gripper_watch(&f->gripper, &view);
  if (lost >= 0) fw_raise(f, FWP_EVENT_CODE_VACUUM_LOST, 0, 0, (uint8_t)lost);
}

/* The motors have power while a permitted command acts, and until the base has settled after it. */
static void power(fw_t *f) {
  int acts = fw_busy(f) || f->velocity_live || !fw_twist_zero(&f->driven);
  if (acts) f->acted_ms = f->ms;
  f->powered = (acts || (f->powered && f->ms - f->acted_ms < SETTLE_MS)) && !f->motors_cut;
}

/* A wheel that is not as measured cannot be braked by its loop: no duty at once, and for a short while the bridges stay on, whose low
 * sides then short the windings. That takes no power and stops a base that would roll on; what of it turns fast the other wheels
 * press against first (fw_guard.c). */
static int shorted(const fw_t *f) {
  return f->doubt_ms > 0 || (f->estop && f->estop_cause >= FWP_ESTOP_CAUSE_ENCODER_FAULT);
}

/* Hurries the search for a wheel's breakaway. Where encoders are late, healthy wheels show nothing for too long for that. */
static float fastest_other(const fw_t *f, int i) {
  float fastest = 0.0f;
#ifdef FW_SENSE_LATE_MS
  (void)f, (void)i;
  return fastest;
#endif
  for (int k = 0; k < FW_WHEELS; k++)
    if (k != i && fw_abs(f->sense.wheels[k]) > fastest) fastest = fw_abs(f->sense.wheels[k]);
  return fastest;
}

static void drive_wheels(fw_t *f) {
  int drives = f->powered && !shorted(f);
  fw_wheels_of(&f->driven, f->drive.wheels);
  for (int i = 0; i < FW_WHEELS; i++) {
    if (!drives) fw_wheel_rest(&f->wheels[i]);
    f->drive.duty[i] =
        drives ? fw_wheel_step(&f->wheels[i], f->drive.wheels[i], f->sense.wheels[i], fastest_other(f, i)) : 0.0f;
  }
  if (drives) f->counter_ms = 0;
  else if (f->powered) fw_counter_turn(f);
}

static void end_power(fw_t *f) {
  uint32_t since = f->ms - f->estop_at_ms;
  if (!f->estop) return;
  if (shorted(f) ? since >= SHORTED_MS : fw_standing(f) || since >= BRAKE_MS) f->motors_cut = 1;
}

static float ramp(const fw_t *f) {
  int touched = f->motion.active ? f->motion.result == FWP_DONE_STATUS_CONTACT : f->touching;
  if (f->estop || touched) return RAMP_HARD;
  return f->motion.active ? RAMP_MOTION : RAMP;
}

static void apply(fw_t *f) {
  static const fw_twist_t STAND = {0.0f, 0.0f, 0.0f};
  int told = f->motion.active || f->velocity_live;
  float linear = ramp(f), share = f->motion.active ? 1.0f : fw_scale_share(f);
  fw_twist_t wanted = {share * f->wanted.vx, share * f->wanted.vy, share * f->wanted.wz};
  fw_twist_slew(&f->driven, told ? &wanted : &STAND, linear, linear / FW_BASE_RADIUS);
  end_power(f);
  if (f->motors_cut || shorted(f)) f->driven = STAND;
  power(f);
  drive_wheels(f);
  f->drive.motors_enabled = f->powered;
  f->drive.pump = f->gripper.pump;
  f->drive.valves = f->gripper.valves;
  f->drive.lift = f->gripper.lift;
  f->drive.rotator = f->gripper.rotator;
  f->drive.rotate_mask = f->gripper.rotate_mask;
  /* an abort leaves no command; the other two say it once more, because nothing may travel on its own */
  f->drive.gripper_moves = f->gripper.kind != 0 && !f->estop && !f->comm_loss;
}

/* An encoder that says no number, or one that cannot be, counts as standing: one such number would stay in the odometry
 * for ever and go from there into the setpoints. The watch of the wheels ends the motion. */
static void take_sense(fw_t *f, const fw_sense_t *sense) {
  f->sense = *sense;
  for (int i = 0; i < FW_WHEELS; i++)
    if (!(fw_abs(f->sense.wheels[i]) <= WHEEL_CREDIBLE)) f->sense.wheels[i] = 0.0f;
}

void fw_tick(fw_t *f, const fw_sense_t *sense) {
  f->ms++;
  take_sense(f, sense);
  fw_twist_of(f->sense.wheels, &f->measured);
  fw_pose_step(&f->pose, &f->measured);
  fw_odometry_step(&f->odometry, f->sense.wheels, &f->measured);
  fw_place_step(f);
  failsafes(f);
  if (f->motion.active) run_motion(f);
  run_gripper(f);
  apply(f);
  if (f->ms % FW_TELEMETRY_MS != 0) return;
  if (f->streams & FWP_STREAM_BIT_ODOMETRY) fw_send_odometry(f);
  fw_send_telemetry(f);
}
