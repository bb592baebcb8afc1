/* fw_session.c - what comes from the host: sessions, heartbeats, and commands that are executed exactly once. */
#include "fw.h"

static void nak(fw_t *f, uint8_t type, uint8_t reply, uint16_t seq) {
  uint8_t payload[FWP_LEN_NAK];
  fwp_nak_t m = {.frameType = type, .reply = reply, .seq = seq};
  fwp_nak_put(&m, payload);
  fw_send(f, FWP_ID_NAK, payload, sizeof payload);
}

static void acknowledge(fw_t *f, uint32_t id, uint8_t reply) {
  uint8_t payload[FWP_LEN_COMMAND_ACK];
  fwp_command_ack_t m = {.cmdId = id, .reply = reply, .state = fw_state(f), .execCount = f->exec_count};
  fwp_command_ack_put(&m, payload);
  fw_send(f, FWP_ID_COMMAND_ACK, payload, sizeof payload);
}

/* 1 = never seen: judge it, then remember the reply. Otherwise it is answered here and must not run again. */
static int fresh(fw_t *f, uint32_t session, uint32_t id) {
  if (!f->session || session != f->session) {
    acknowledge(f, id, FWP_REPLY_NO_SESSION);
    return 0;
  }
  if (id > f->last_cmd) return 1;
  if (f->window_id[id % FW_WINDOW] == id && id != 0) {
    f->replayed++;
    acknowledge(f, id, (uint8_t)(f->window_reply[id % FW_WINDOW] | 0x80u));
  } else {
    /* inside the window an unknown id was certainly never executed; before it, nobody remembers */
    acknowledge(f, id, f->last_cmd - id < FW_WINDOW ? FWP_REPLY_SUPERSEDED : FWP_REPLY_STALE);
  }
  return 0;
}

static void remember(fw_t *f, uint32_t id, uint8_t reply) {
  /* ids that were skipped leave their slots: an old id there must not look like a new one */
  f->last_cmd = id;
  f->window_id[id % FW_WINDOW] = id;
  f->window_reply[id % FW_WINDOW] = reply;
  if (reply == FWP_REPLY_ACCEPTED) f->exec_count++;
  else f->refused++;
  acknowledge(f, id, reply);
}

static uint8_t actuation_obstacle(const fw_t *f, uint32_t permit) {
  if (permit == 0) return FWP_REPLY_NO_PERMIT;
  if (f->estop) return FWP_REPLY_ESTOP;
  if (f->comm_loss) return FWP_REPLY_COMM_LOSS;
  if (fw_busy(f)) return FWP_REPLY_BUSY;
  return FWP_REPLY_ACCEPTED;
}

static void begin(fw_t *f, uint32_t id, uint32_t permit) {
  f->active_cmd = id;
  f->last_permit = permit;
  f->done_status = FWP_DONE_STATUS_NONE;
  f->done_detail = 0;
  f->velocity_live = 0;
}

/* MoveTo and Push have the same fields */
static uint8_t start_motion(fw_t *f, uint8_t type, const uint8_t *p, size_t n) {
  fwp_move_to_t m;
  fw_gripper_sense_t view = fw_gripper_view(f);
  if (fwp_move_to_get(&m, p, n) != 1) return FWP_REPLY_BAD_RANGE;
  uint8_t obstacle = actuation_obstacle(f, m.permitId);
  if (obstacle) return obstacle;
  if (!fw_standing(f)) return FWP_REPLY_NOT_STANDING;
  if (f->gripper.lift || !fw_lift_up(&view)) return FWP_REPLY_NOT_READY;
  fw_motion_goal_t goal = {.x = m.x, .y = m.y, .theta = m.theta, .v_max = m.vMax, .a_max = m.aMax,
                           .settle_ms = m.settleMs, .push = type == FWP_ID_PUSH};
  begin(f, m.cmdId, m.permitId);
  fw_motion_start(&f->motion, &goal, &f->pose);
  return FWP_REPLY_ACCEPTED;
}

static uint8_t start_gripper(fw_t *f, uint8_t type, const uint8_t *p, size_t n) {
  fwp_grip_t grip = {.regrips = 0};
  fwp_release_t m; /* Release and Rotate have the same fields; Grip begins with them */
  if (type == FWP_ID_GRIP && fwp_grip_get(&grip, p, n) != 1) return FWP_REPLY_BAD_RANGE;
  if (fwp_release_get(&m, p, FWP_LEN_RELEASE) != 1) return FWP_REPLY_BAD_RANGE;
  fw_gripper_sense_t view = fw_gripper_view(f);
  uint8_t obstacle = actuation_obstacle(f, m.permitId);
  if (obstacle) return obstacle;
  if (!fw_standing(f)) return FWP_REPLY_NOT_STANDING;
  if (!fw_gripper_ready(&f->gripper, type, m.mask, &view)) return FWP_REPLY_NOT_READY;
  begin(f, m.cmdId, m.permitId);
  fw_gripper_start(&f->gripper, type, m.mask, grip.regrips, &view);
  return FWP_REPLY_ACCEPTED;
}

static uint8_t reset_estop(fw_t *f, const uint8_t *p, size_t n) {
  fwp_estop_reset_t m;
  if (fwp_estop_reset_get(&m, p, n) != 1) return FWP_REPLY_BAD_RANGE;
  if (!f->estop) return FWP_REPLY_NOT_LATCHED;
  if (m.latchNonce != f->latch_nonce) return FWP_REPLY_WRONG_NONCE;
  if (f->sense.estop) return FWP_REPLY_INPUT_PRESSED;
  if (!fw_standing(f)) return FWP_REPLY_NOT_STANDING;
  f->estop = f->motors_cut = f->estop_cause = f->estop_wheel = 0;
  fw_raise(f, FWP_EVENT_CODE_ESTOP_RESET, 0, 0, 0);
  return FWP_REPLY_ACCEPTED;
}

static uint8_t set_pose(fw_t *f, const uint8_t *p, size_t n) {
  fwp_set_pose_t m;
  if (fwp_set_pose_get(&m, p, n) != 1) return FWP_REPLY_BAD_RANGE;
  if (fw_busy(f)) return FWP_REPLY_BUSY;
  if (!fw_standing(f)) return FWP_REPLY_NOT_STANDING;
  fw_pose_set(&f->pose, m.x, m.y, m.theta);
  f->odometry.pose = f->pose;
  f->odometry.epoch++;
  f->place.seq = 0;
  return FWP_REPLY_ACCEPTED;
}

static uint8_t execute(fw_t *f, uint8_t type, const uint8_t *p, size_t n) {
  switch (type) {
  case FWP_ID_MOVE_TO:
  case FWP_ID_PUSH: return start_motion(f, type, p, n);
  case FWP_ID_GRIP:
  case FWP_ID_RELEASE:
  case FWP_ID_ROTATE: return start_gripper(f, type, p, n);
  case FWP_ID_STOP: fw_abort(f, FWP_DONE_STATUS_STOPPED); return FWP_REPLY_ACCEPTED;
  case FWP_ID_ESTOP_RESET: return reset_estop(f, p, n);
  case FWP_ID_SET_POSE: return set_pose(f, p, n);
  default: return FWP_REPLY_ACCEPTED; /* Estop: latched before */
  }
}

/* 1 = a command of a length that it can have, 0 = of another one, -1 = no command. What stops is obeyed whatever a newer
 * host adds behind it; what moves might mean something else with it. */
static int command_fits(uint8_t type, size_t n) {
  switch (type) {
  case FWP_ID_MOVE_TO: return fwp_move_to_fits(n);
  case FWP_ID_PUSH: return fwp_push_fits(n);
  case FWP_ID_GRIP: return fwp_grip_fits(n);
  case FWP_ID_RELEASE: return fwp_release_fits(n);
  case FWP_ID_ROTATE: return fwp_rotate_fits(n);
  case FWP_ID_STOP: return fwp_stop_fits(n);
  case FWP_ID_ESTOP: return fwp_estop_fits(n);
  case FWP_ID_ESTOP_RESET: return fwp_estop_reset_fits(n);
  case FWP_ID_SET_POSE: return fwp_set_pose_fits(n);
  default: return -1;
  }
}

static void open_session(fw_t *f, uint32_t session, uint16_t minor) {
  fw_abort(f, FWP_DONE_STATUS_SESSION_CHANGED);
  /* repeats of old events name command ids that the new session will use again */
  for (unsigned i = 0; i < FW_EVENTS; i++) f->events[i].sends_left = 0;
  f->session = session;
  f->minor = minor < FWP_PROTO_MINOR ? minor : FWP_PROTO_MINOR;
  f->streams = 0;
  f->place.seq = 0;
  f->scale.seq = f->scale.promised = 0;
  f->comm_loss = 0;
  f->hb_at_ms = f->ms;
  f->hb_known = 0;
  f->last_cmd = f->done_cmd = 0;
  for (unsigned i = 0; i < FW_WINDOW; i++) f->window_id[i] = 0;
}

static uint8_t on_hello(fw_t *f, const uint8_t *p, size_t n) {
  fwp_hello_t m;
  uint8_t payload[FWP_LEN_HELLO_ACK];
  int got = fwp_hello_get(&m, p, n);
  if (got != 1) return got == 0 ? FWP_REPLY_BAD_LENGTH : FWP_REPLY_BAD_RANGE;
  uint8_t same = m.protoMajor == FWP_PROTO_MAJOR && m.schemaHash == FWP_SCHEMA_HASH;
  /* a repeat of the open session must not abort what the session has begun since */
  if (same && m.session != f->session) open_session(f, m.session, m.protoMinor);
  fwp_hello_ack_t ack = {.protoMajor = FWP_PROTO_MAJOR, .protoMinor = FWP_PROTO_MINOR, .schemaHash = FWP_SCHEMA_HASH,
                         .session = f->session, .bootId = f->boot_id, .uptimeMs = f->ms,
                         .hbTimeoutMs = FW_HB_TIMEOUT_MS, .telemetryMs = FW_TELEMETRY_MS, .accepted = same,
                         .state = fw_state(f)};
  fwp_hello_ack_put(&ack, payload);
  fw_send(f, FWP_ID_HELLO_ACK, payload, sizeof payload);
  return FWP_REPLY_ACCEPTED;
}

static uint8_t on_heartbeat(fw_t *f, const uint8_t *p, size_t n) {
  fwp_heartbeat_t m;
  if (fwp_heartbeat_get(&m, p, n) != 1) return FWP_REPLY_BAD_LENGTH;
  if (!f->session || m.session != f->session) return FWP_REPLY_NO_SESSION;
  /* a late or repeated heartbeat says nothing about the host's health now */
  if (f->hb_known && (int32_t)(m.counter - f->hb_counter) <= 0) return FWP_REPLY_ACCEPTED;
  f->hb_known = 1;
  f->hb_counter = m.counter;
  f->streams = m.streams;
  uint32_t pause = f->ms - f->hb_at_ms;
  f->hb_at_ms = f->ms;
  /* Two heartbeats at their pace show a host that lives now. A line that stood lets go of a whole row at once, with
   * old commands behind it: none of those may run. Nothing resumes: the command was aborted. */
  if (pause >= FW_HB_PACE_MS && pause <= FW_HB_TIMEOUT_MS) f->comm_loss = 0;
  return FWP_REPLY_ACCEPTED;
}

static uint8_t on_velocity(fw_t *f, const uint8_t *p, size_t n) {
  fwp_set_velocity_t m;
  int got = fwp_set_velocity_get(&m, p, n);
  if (got != 1) return got == 0 ? FWP_REPLY_BAD_LENGTH : FWP_REPLY_BAD_RANGE;
  if (!f->session || m.session != f->session) return FWP_REPLY_NO_SESSION;
  uint8_t obstacle = actuation_obstacle(f, m.permitId);
  if (obstacle) return obstacle;
  fw_gripper_sense_t view = fw_gripper_view(f);
  if (f->gripper.lift || !fw_lift_up(&view)) return FWP_REPLY_NOT_READY;
  /* away from what the bumper touches, and to turn, is free */
  if (f->touching && m.vx * f->touch_way.vx + m.vy * f->touch_way.vy > 0.0f) return FWP_REPLY_CONTACT;
  f->wanted.vx = m.vx;
  f->wanted.vy = m.vy;
  f->wanted.wz = m.wz;
  f->velocity_live = 1;
  f->velocity_until_ms = f->ms + m.ttlMs;
  f->last_permit = m.permitId;
  return FWP_REPLY_ACCEPTED;
}

static uint8_t on_place_odometry(fw_t *f, const uint8_t *p, size_t n) {
  fwp_place_odometry_t m;
  int got = fwp_place_odometry_get(&m, p, n);
  if (got != 1) return got == 0 ? FWP_REPLY_BAD_LENGTH : FWP_REPLY_BAD_RANGE;
  if (!f->session || m.session != f->session) return FWP_REPLY_NO_SESSION;
  return fw_place_take(f, &m);
}

static uint8_t on_speed_scale(fw_t *f, const uint8_t *p, size_t n) {
  fwp_set_speed_scale_t m;
  int got = fwp_set_speed_scale_get(&m, p, n);
  if (got != 1) return got == 0 ? FWP_REPLY_BAD_LENGTH : FWP_REPLY_BAD_RANGE;
  if (!f->session || m.session != f->session) return FWP_REPLY_NO_SESSION;
  return fw_scale_take(f, &m);
}

static uint8_t on_time_sync(fw_t *f, const uint8_t *p, size_t n) {
  fwp_time_sync_t m;
  uint8_t payload[FWP_LEN_TIME_REPLY];
  if (fwp_time_sync_get(&m, p, n) != 1) return FWP_REPLY_BAD_LENGTH;
  fwp_time_reply_t reply = {.token = m.token, .tMs = f->ms, .us = f->since_tick_us};
  fwp_time_reply_put(&reply, payload);
  fw_send(f, FWP_ID_TIME_REPLY, payload, fwp_time_reply_bytes(&reply, f->minor));
  return FWP_REPLY_ACCEPTED;
}

static uint8_t on_get_stats(fw_t *f) {
  uint8_t payload[FWP_LEN_STATS];
  fwp_stats_t m = {.uptimeMs = f->ms, .rxBytes = f->rx.bytes, .rxFrames = f->rx.frames, .rxBadCobs = f->rx.bad_cobs,
                   .rxBadCrc = f->rx.bad_crc, .rxBadLength = f->rx.bad_length, .rxOversize = f->rx.oversize,
                   .rxSeqGaps = f->rx_seq_gaps, .txFrames = f->tx_frames, .txDropped = f->tx_dropped,
                   .execCount = f->exec_count, .replayed = f->replayed, .refused = f->refused,
                   .hbLosses = f->hb_losses, .rxLost = f->rx_lost, .resetCause = f->reset_cause};
  fwp_stats_put(&m, payload);
  fw_send(f, FWP_ID_STATS, payload, sizeof payload);
  return FWP_REPLY_ACCEPTED;
}

static uint8_t dispatch(fw_t *f, uint8_t type, const uint8_t *p, size_t n) {
  int fits = command_fits(type, n);
  if (fits == 0) return FWP_REPLY_BAD_LENGTH;
  if (fits > 0) {
    /* before session, duplicate or any other check */
    if (type == FWP_ID_ESTOP) fw_latch_estop(f, FWP_ESTOP_CAUSE_HOST, 0);
    uint32_t session = fwp_get_u32(p), id = fwp_get_u32(p + 4);
    if (fresh(f, session, id)) remember(f, id, execute(f, type, p, n));
    return FWP_REPLY_ACCEPTED;
  }
  switch (type) {
  case FWP_ID_HELLO: return on_hello(f, p, n);
  case FWP_ID_TIME_SYNC: return on_time_sync(f, p, n);
  case FWP_ID_HEARTBEAT: return on_heartbeat(f, p, n);
  case FWP_ID_GET_STATS: return on_get_stats(f);
  case FWP_ID_SET_VELOCITY: return on_velocity(f, p, n);
  case FWP_ID_PLACE_ODOMETRY: return on_place_odometry(f, p, n);
  case FWP_ID_SET_SPEED_SCALE: return on_speed_scale(f, p, n);
  default: return FWP_REPLY_UNKNOWN_TYPE;
  }
}

void fw_on_frame(void *context, uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *payload, size_t n) {
  fw_t *f = context;
  int16_t ahead = (int16_t)(seq - f->rx_seq_next);
  /* a retry carries its first sequence number: behind the expected one, and no gap */
  if (f->rx_seq_known && ahead > 0) f->rx_seq_gaps += (uint32_t)ahead;
  if (!f->rx_seq_known || ahead >= 0) f->rx_seq_next = (uint16_t)(seq + 1u);
  f->rx_seq_known = 1;
  uint8_t reply = flags & ~FWP_FRAME_FLAG_NEEDS_ACK ? FWP_REPLY_UNKNOWN_FLAGS : dispatch(f, type, payload, n);
  if (reply) nak(f, type, reply, seq);
}
