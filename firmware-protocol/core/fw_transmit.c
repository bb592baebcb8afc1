/* fw_transmit.c - what goes to the host: the byte ring, telemetry, events and their repeats. */
#include "fw.h"
#include "fw_math.h"

void fw_send(fw_t *f, uint8_t type, const uint8_t *payload, size_t n) {
  uint8_t coded[FW_FRAME_CODED];
  size_t size = fw_frame_pack(type, 0, f->tx_seq++, payload, n, coded);
  /* whole frames only: the host sees the hole in the sequence numbers, the control loop never waits */
  if (size == 0 || FW_TX_CAP - (f->tx_head - f->tx_tail) < size) {
    f->tx_dropped++;
    return;
  }
  for (size_t i = 0; i < size; i++) f->tx[(f->tx_head + i) % FW_TX_CAP] = coded[i];
  f->tx_head += (uint32_t)size;
  f->tx_frames++;
}

size_t fw_transmit(fw_t *f, uint8_t *dst, size_t cap) {
  size_t n = 0;
  while (n < cap && f->tx_tail != f->tx_head) dst[n++] = f->tx[f->tx_tail++ % FW_TX_CAP];
  return n;
}

static void send_event(fw_t *f, fw_event_slot_t *slot) {
  uint8_t payload[FWP_LEN_EVENT];
  if (slot->sends_left == 0) return;
  slot->sends_left--;
  fwp_event_put(&slot->event, payload);
  fw_send(f, FWP_ID_EVENT, payload, sizeof payload);
}

void fw_raise(fw_t *f, uint8_t code, uint32_t cmd, uint8_t status, uint8_t detail) {
  fw_event_slot_t *slot = &f->events[f->event_seq % FW_EVENTS];
  slot->event.eventSeq = ++f->event_seq;
  slot->event.tMs = f->ms;
  slot->event.cmdId = cmd;
  slot->event.code = code;
  slot->event.status = status;
  slot->event.detail = detail;
  slot->sends_left = FW_EVENT_SENDS;
  send_event(f, slot);
}

uint16_t fw_state(const fw_t *f) {
  uint16_t bits = 0;
  if (f->session) bits |= FWP_STATE_BIT_SESSION;
  if (f->comm_loss) bits |= FWP_STATE_BIT_COMM_LOSS;
  if (f->estop) bits |= FWP_STATE_BIT_ESTOP;
  if (!fw_standing(f)) bits |= FWP_STATE_BIT_MOVING;
  if (fw_busy(f)) bits |= FWP_STATE_BIT_BUSY;
  if (f->drive.pump) bits |= FWP_STATE_BIT_PUMP;
  if (f->drive.lift) bits |= FWP_STATE_BIT_LIFT_DOWN;
  if (f->drive.rotator) bits |= FWP_STATE_BIT_ROTATED;
  if (f->drive.motors_enabled) bits |= FWP_STATE_BIT_MOTORS;
  return bits;
}

/* Only a host that knows the message asks for it. */
void fw_send_odometry(fw_t *f) {
  uint8_t payload[FWP_LEN_ODOMETRY];
  fwp_odometry_t m = {.tUs = f->ms * 1000u, .epoch = f->odometry.epoch,
                      .flags = fw_standing(f) ? FWP_ODOMETRY_BIT_STANDING : 0u,
                      .x = f->odometry.pose.x, .y = f->odometry.pose.y, .theta = f->odometry.pose.theta,
                      .placeSeq = f->place.seq, .speedScale = (uint16_t)(fw_scale_share(f) * 1000.0f + 0.5f)};
  for (int i = 0; i < FW_WHEELS; i++) m.turn[i] = f->odometry.turn[i];
  fwp_odometry_put(&m, payload);
  fw_send(f, FWP_ID_ODOMETRY, payload, sizeof payload);
}

/* a sensor out of its range must not make the frame unreadable */
static uint16_t scaled(float value, float factor, float top) {
  float v = value * factor + 0.5f;
  if (!(v >= 0.0f)) return 0;
  return (uint16_t)(v > top ? top : v);
}

void fw_send_telemetry(fw_t *f) {
  fwp_telemetry_t t;
  uint8_t payload[FWP_LEN_TELEMETRY];
  t.tMs = f->ms;
  t.session = f->session;
  t.x = f->pose.x;
  t.y = f->pose.y;
  t.theta = f->pose.theta;
  t.vx = f->measured.vx;
  t.vy = f->measured.vy;
  t.wz = f->measured.wz;
  for (int i = 0; i < FW_WHEELS; i++) t.wheels[i] = f->sense.wheels[i];
  for (int i = 0; i < FW_CUPS; i++) t.vacuumKpa10[i] = scaled(f->sense.vacuum_kpa[i], 10.0f, 65535.0f);
  t.lift = scaled(f->sense.lift, 10000.0f, 10000.0f);
  t.rotator = scaled(f->sense.rotator, 10000.0f, 10000.0f);
  t.batteryMv = f->sense.battery_mv;
  t.state = fw_state(f);
  t.inputs = (uint8_t)((f->sense.estop ? FWP_INPUT_BIT_ESTOP : 0u) | (f->sense.bumper ? FWP_INPUT_BIT_BUMPER : 0u));
  t.valves = f->drive.valves;
  t.doneStatus = f->done_status;
  t.doneDetail = f->done_detail;
  t.lastCmdId = f->last_cmd;
  t.activeCmdId = f->active_cmd;
  t.doneCmdId = f->done_cmd;
  t.lastPermitId = f->last_permit;
  t.execCount = f->exec_count;
  t.rxFrames = f->rx.frames;
  t.rxErrors = (uint16_t)(f->rx.bad_cobs + f->rx.bad_crc + f->rx.bad_length + f->rx.oversize);
  t.rxSeqGaps = (uint16_t)f->rx_seq_gaps;
  t.latchNonce = f->latch_nonce;
  t.estopCause = f->estop_cause;
  t.estopWheel = f->estop_wheel;
  fwp_telemetry_put(&t, payload);
  fw_send(f, FWP_ID_TELEMETRY, payload, sizeof payload);
  for (unsigned i = 0; i < FW_EVENTS; i++) send_event(f, &f->events[(f->event_seq + i) % FW_EVENTS]);
}
