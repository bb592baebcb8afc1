/* Generated from schema.json by generate.ts; do not edit. */
#ifndef FWP_MSGS_H
#define FWP_MSGS_H
#include <stddef.h>
#include <stdint.h>

#define FWP_PROTO_MAJOR 1u
#define FWP_PROTO_MINOR 2u
#define FWP_SCHEMA_HASH 0x00bcc8f8u

/* Verdict on a received command or frame. */
#define FWP_REPLY_ACCEPTED 0u /* the command is executed */
#define FWP_REPLY_SUPERSEDED 1u /* a later id was accepted first: this one never ran and never will */
#define FWP_REPLY_STALE 2u /* older than the window of 16: outcome no longer known */
#define FWP_REPLY_NO_SESSION 3u /* not the open session */
#define FWP_REPLY_NO_PERMIT 4u /* permitId is 0 */
#define FWP_REPLY_BUSY 5u /* another actuation is running */
#define FWP_REPLY_ESTOP 6u /* the e-stop is latched */
#define FWP_REPLY_COMM_LOSS 7u /* heartbeats are missing */
#define FWP_REPLY_BAD_RANGE 8u /* a field is not finite or out of its range */
#define FWP_REPLY_NOT_STANDING 9u /* the base moves */
#define FWP_REPLY_NOT_READY 10u /* lift or rotator is not where this command must start */
#define FWP_REPLY_WRONG_NONCE 11u /* not the nonce of the current latch */
#define FWP_REPLY_INPUT_PRESSED 12u /* the e-stop button is still pressed */
#define FWP_REPLY_NOT_LATCHED 13u /* there is no e-stop to reset */
#define FWP_REPLY_CONTACT 14u /* the bumper is closed, and this way leads towards it */
#define FWP_REPLY_BAD_LENGTH 16u /* payload length does not fit the type */
#define FWP_REPLY_UNKNOWN_TYPE 17u /* no such message */
#define FWP_REPLY_UNKNOWN_FLAGS 18u /* a reserved flag bit is set */
#define FWP_REPLY_NO_VERSION 19u /* major or schema hash differ */

/* How an actuation command ended. */
#define FWP_DONE_STATUS_NONE 0u /* nothing has ended since the last command began */
#define FWP_DONE_STATUS_OK 1u /* as asked, by measurement */
#define FWP_DONE_STATUS_INCOMPLETE 2u /* gripper: some cups of the mask do not hold, or still hold */
#define FWP_DONE_STATUS_SLIP 3u /* push: the bumper is open */
#define FWP_DONE_STATUS_STALLED 4u /* no measured progress for 800 ms */
#define FWP_DONE_STATUS_OFF_TARGET 5u /* stands, but more than 5 mm or 0.02 rad away */
#define FWP_DONE_STATUS_TIMEOUT 6u /* lift or rotator did not arrive */
#define FWP_DONE_STATUS_STOPPED 7u /* aborted by Stop */
#define FWP_DONE_STATUS_COMM_LOSS 8u /* aborted: heartbeats missing */
#define FWP_DONE_STATUS_ESTOP 9u /* aborted by the e-stop */
#define FWP_DONE_STATUS_SESSION_CHANGED 10u /* aborted by a new session */
#define FWP_DONE_STATUS_CONTACT 11u /* move: the bumper is closed, more than 30 mm from the start and 15 mm from the target */
#define FWP_DONE_STATUS_POSE_JUMPED 12u /* PlaceOdometry would have moved the pose by more than 100 mm or 0.17 rad */
#define FWP_DONE_STATUS_OBSTRUCTED 13u /* a speed scale of 0 held it for holdMs */

/* What an Event tells. */
#define FWP_EVENT_CODE_COMMAND_DONE 1u /* an actuation ended */
#define FWP_EVENT_CODE_COMM_LOSS 2u /* heartbeat timeout */
#define FWP_EVENT_CODE_ESTOP_LATCHED 3u /* status tells by whom */
#define FWP_EVENT_CODE_ESTOP_RESET 4u /* the latch was released */
#define FWP_EVENT_CODE_VACUUM_LOST 5u /* a cup that held a block no longer does */
#define FWP_EVENT_CODE_BOOTED 6u /* the firmware started; status is the ResetCause */

/* Why the firmware started. */
#define FWP_RESET_CAUSE_UNKNOWN 0u /* the board does not tell */
#define FWP_RESET_CAUSE_POWER 1u /* the supply came up, or had fallen too low */
#define FWP_RESET_CAUSE_PIN 2u /* the reset pin: button or debugger */
#define FWP_RESET_CAUSE_SOFTWARE 3u /* the program asked for it */
#define FWP_RESET_CAUSE_WATCHDOG 4u /* the control loop hung */

/* Who latched the e-stop. */
#define FWP_ESTOP_CAUSE_BUTTON 1u /* the input */
#define FWP_ESTOP_CAUSE_HOST 2u /* the message */
#define FWP_ESTOP_CAUSE_ENCODER_FAULT 3u /* what an encoder says cannot be its wheel's speed under this duty: dead, frozen, or the wrong way round */
#define FWP_ESTOP_CAUSE_WHEEL_JAMMED 4u /* a wheel is driven hard and stands while another one turns, or all of them for 1 s */

/* streams of Heartbeat */
#define FWP_STREAM_BIT_ODOMETRY 1u /* Odometry, with each Telemetry */

/* flags of Odometry */
#define FWP_ODOMETRY_BIT_STANDING 1u /* the base stands and is not told to move */

/* state of telemetry, HelloAck and CommandAck */
#define FWP_STATE_BIT_SESSION 1u /* a session is open */
#define FWP_STATE_BIT_COMM_LOSS 2u /* heartbeats missing */
#define FWP_STATE_BIT_ESTOP 4u /* e-stop latched */
#define FWP_STATE_BIT_MOVING 8u /* the base moves or is told to */
#define FWP_STATE_BIT_BUSY 16u /* an actuation is running */
#define FWP_STATE_BIT_PUMP 32u /* the vacuum pump runs */
#define FWP_STATE_BIT_LIFT_DOWN 64u /* lift target is down */
#define FWP_STATE_BIT_ROTATED 128u /* rotator target is 1 */
#define FWP_STATE_BIT_MOTORS 256u /* motors are powered */

/* inputs of telemetry */
#define FWP_INPUT_BIT_ESTOP 1u /* pressed or wire broken */
#define FWP_INPUT_BIT_BUMPER 2u /* the shelf touches */

/* flags byte of a frame; all other bits are 0 */
#define FWP_FRAME_FLAG_NEEDS_ACK 1u /* a CommandAck is expected */

static inline void fwp_put_u8(uint8_t *p, uint8_t v) { p[0] = v; }
static inline void fwp_put_u16(uint8_t *p, uint16_t v) {
  p[0] = (uint8_t)v;
  p[1] = (uint8_t)(v >> 8);
}
static inline void fwp_put_u32(uint8_t *p, uint32_t v) {
  fwp_put_u16(p, (uint16_t)v);
  fwp_put_u16(p + 2, (uint16_t)(v >> 16));
}
static inline uint8_t fwp_get_u8(const uint8_t *p) { return p[0]; }
static inline uint16_t fwp_get_u16(const uint8_t *p) { return (uint16_t)(p[0] | (unsigned)p[1] << 8); }
static inline uint32_t fwp_get_u32(const uint8_t *p) {
  return fwp_get_u16(p) | (uint32_t)fwp_get_u16(p + 2) << 16;
}
static inline void fwp_put_f32(uint8_t *p, float v) {
  union { float f; uint32_t u; } bits;
  bits.f = v;
  fwp_put_u32(p, bits.u);
}
static inline float fwp_get_f32(const uint8_t *p) {
  union { float f; uint32_t u; } bits;
  bits.u = fwp_get_u32(p);
  return bits.f;
}

/* Opens a session. Repeated every 20 ms until acknowledged; a repeat of the same session changes nothing. */
#define FWP_ID_HELLO 1u
#define FWP_LEN_HELLO 12u
typedef struct {
  uint16_t protoMajor; /* must be equal */
  uint16_t protoMinor; /* the newest it knows; the lower of both sides is in force */
  uint32_t schemaHash; /* must be equal */
  uint32_t session; /* random, never 0 */
} fwp_hello_t;
static inline void fwp_hello_put(const fwp_hello_t *m, uint8_t *p) {
  fwp_put_u16(p + 0, m->protoMajor);
  fwp_put_u16(p + 2, m->protoMinor);
  fwp_put_u32(p + 4, m->schemaHash);
  fwp_put_u32(p + 8, m->session);
}
static inline int fwp_hello_fits(size_t n) {
  return n >= 12u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_hello_get(fwp_hello_t *m, const uint8_t *p, size_t n) {
  if (!fwp_hello_fits(n)) return 0;
  m->protoMajor = fwp_get_u16(p + 0);
  m->protoMinor = fwp_get_u16(p + 2);
  m->schemaHash = fwp_get_u32(p + 4);
  m->session = fwp_get_u32(p + 8);
  if (!(m->session >= 1u)) return -1;
  return 1;
}

/* Asks for the firmware clock; the host keeps the answer with the shortest round trip. */
#define FWP_ID_TIME_SYNC 2u
#define FWP_LEN_TIME_SYNC 4u
typedef struct {
  uint32_t token; /* echoed */
} fwp_time_sync_t;
static inline void fwp_time_sync_put(const fwp_time_sync_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->token);
}
static inline int fwp_time_sync_fits(size_t n) {
  return n >= 4u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_time_sync_get(fwp_time_sync_t *m, const uint8_t *p, size_t n) {
  if (!fwp_time_sync_fits(n)) return 0;
  m->token = fwp_get_u32(p + 0);
  return 1;
}

/* Every 40 ms while the reflex loop is healthy. 200 ms without one is a comm loss. */
#define FWP_ID_HEARTBEAT 3u
#define FWP_LEN_HEARTBEAT 9u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t counter; /* must increase */
  uint8_t streams; /* StreamBit mask: what to send as well */
} fwp_heartbeat_t;
static inline void fwp_heartbeat_put(const fwp_heartbeat_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->counter);
  fwp_put_u8(p + 8, m->streams);
}
static inline int fwp_heartbeat_fits(size_t n) {
  return n == 8u || n >= 9u;
}
/* bytes to send: as before the later fields came, unless the other side knows them and they say something */
static inline size_t fwp_heartbeat_bytes(const fwp_heartbeat_t *m, unsigned minor) {
  if (minor >= 2u && (m->streams != 0u)) return 9u;
  return 8u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_heartbeat_get(fwp_heartbeat_t *m, const uint8_t *p, size_t n) {
  if (!fwp_heartbeat_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->counter = fwp_get_u32(p + 4);
  m->streams = n > 8u ? fwp_get_u8(p + 8) : 0u;
  return 1;
}

/* Asks for Stats. */
#define FWP_ID_GET_STATS 4u
#define FWP_LEN_GET_STATS 0u
typedef struct {
  uint8_t empty;
} fwp_get_stats_t;
static inline void fwp_get_stats_put(const fwp_get_stats_t *m, uint8_t *p) {
  (void)m;
  (void)p;
}
static inline int fwp_get_stats_fits(size_t n) {
  (void)n;
  return 1;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_get_stats_get(fwp_get_stats_t *m, const uint8_t *p, size_t n) {
  if (!fwp_get_stats_fits(n)) return 0;
  (void)m;
  (void)p;
  return 1;
}

/* Streamed setpoint for teleoperation: not acknowledged, the last one wins, it expires by itself. */
#define FWP_ID_SET_VELOCITY 16u
#define FWP_LEN_SET_VELOCITY 22u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t permitId; /* the twin's permit; 0 is refused with noPermit */
  float vx; /* m/s; robot frame, forward */
  float vy; /* m/s; robot frame, left */
  float wz; /* rad/s; counter-clockwise */
  uint16_t ttlMs; /* ms; the setpoint is 0 after this time */
} fwp_set_velocity_t;
static inline void fwp_set_velocity_put(const fwp_set_velocity_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->permitId);
  fwp_put_f32(p + 8, m->vx);
  fwp_put_f32(p + 12, m->vy);
  fwp_put_f32(p + 16, m->wz);
  fwp_put_u16(p + 20, m->ttlMs);
}
static inline int fwp_set_velocity_fits(size_t n) {
  return n == 22u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_set_velocity_get(fwp_set_velocity_t *m, const uint8_t *p, size_t n) {
  if (!fwp_set_velocity_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->permitId = fwp_get_u32(p + 4);
  m->vx = fwp_get_f32(p + 8);
  m->vy = fwp_get_f32(p + 12);
  m->wz = fwp_get_f32(p + 16);
  m->ttlMs = fwp_get_u16(p + 20);
  if (!(m->vx >= -1.0f && m->vx <= 1.0f)) return -1;
  if (!(m->vy >= -1.0f && m->vy <= 1.0f)) return -1;
  if (!(m->wz >= -3.0f && m->wz <= 3.0f)) return -1;
  if (!(m->ttlMs >= 20u && m->ttlMs <= 500u)) return -1;
  return 1;
}

/* Holds every motion of the base to a share of its speed; lift, rotator and vacuum go on. The first one is a promise to say it again before ttlMs is over: a controller that hears nothing more lets the base stand. Only slows down, so it needs no permit. */
#define FWP_ID_SET_SPEED_SCALE 17u
#define FWP_LEN_SET_SPEED_SCALE 14u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t seq; /* must increase: an older one is ignored */
  uint16_t scale; /* 0.001; of the speed that the command allows; at 0 the base brakes at 2 m/s² and stands, and the command waits */
  uint16_t ttlMs; /* ms; the base stands after this time; 0 ends the promise: there is no limit any more */
  uint16_t holdMs; /* ms; a command that was held at 0 for so long ends as obstructed; 0 = it waits for ever */
} fwp_set_speed_scale_t;
static inline void fwp_set_speed_scale_put(const fwp_set_speed_scale_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->seq);
  fwp_put_u16(p + 8, m->scale);
  fwp_put_u16(p + 10, m->ttlMs);
  fwp_put_u16(p + 12, m->holdMs);
}
static inline int fwp_set_speed_scale_fits(size_t n) {
  return n >= 14u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_set_speed_scale_get(fwp_set_speed_scale_t *m, const uint8_t *p, size_t n) {
  if (!fwp_set_speed_scale_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->seq = fwp_get_u32(p + 4);
  m->scale = fwp_get_u16(p + 8);
  m->ttlMs = fwp_get_u16(p + 10);
  m->holdMs = fwp_get_u16(p + 12);
  if (!(m->scale <= 1000u)) return -1;
  if (!(m->ttlMs <= 1000u)) return -1;
  return 1;
}

/* Where the origin of the odometry lies in the field (map to odom of ROS REP 105). Absolute: a lost or repeated one does no harm. The pose follows at once at a stand, and at 60 mm/s and 0.15 rad/s while a command runs. Moves nothing, so it needs no permit. */
#define FWP_ID_PLACE_ODOMETRY 18u
#define FWP_LEN_PLACE_ODOMETRY 22u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t seq; /* must increase: an older one is ignored */
  float x; /* m; field frame */
  float y; /* m; field frame */
  float theta; /* rad; field frame */
  uint16_t epoch; /* of the odometry that it is about: for another one it is ignored */
} fwp_place_odometry_t;
static inline void fwp_place_odometry_put(const fwp_place_odometry_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->seq);
  fwp_put_f32(p + 8, m->x);
  fwp_put_f32(p + 12, m->y);
  fwp_put_f32(p + 16, m->theta);
  fwp_put_u16(p + 20, m->epoch);
}
static inline int fwp_place_odometry_fits(size_t n) {
  return n >= 22u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_place_odometry_get(fwp_place_odometry_t *m, const uint8_t *p, size_t n) {
  if (!fwp_place_odometry_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->seq = fwp_get_u32(p + 4);
  m->x = fwp_get_f32(p + 8);
  m->y = fwp_get_f32(p + 12);
  m->theta = fwp_get_f32(p + 16);
  m->epoch = fwp_get_u16(p + 20);
  if (!(m->x >= -20.0f && m->x <= 20.0f)) return -1;
  if (!(m->y >= -20.0f && m->y <= 20.0f)) return -1;
  if (!(m->theta >= -3.2f && m->theta <= 3.2f)) return -1;
  return 1;
}

/* Drives a straight line with a trapezoidal speed profile, then stands for settleMs. */
#define FWP_ID_MOVE_TO 32u
#define FWP_LEN_MOVE_TO 34u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  uint32_t permitId; /* the twin's permit; 0 is refused with noPermit */
  float x; /* m; target, field frame */
  float y; /* m; target, field frame */
  float theta; /* rad; heading, counter-clockwise from +x */
  float vMax; /* m/s; cruise speed */
  float aMax; /* m/s²; acceleration and deceleration */
  uint16_t settleMs; /* ms; standing time before the command is done */
} fwp_move_to_t;
static inline void fwp_move_to_put(const fwp_move_to_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_u32(p + 8, m->permitId);
  fwp_put_f32(p + 12, m->x);
  fwp_put_f32(p + 16, m->y);
  fwp_put_f32(p + 20, m->theta);
  fwp_put_f32(p + 24, m->vMax);
  fwp_put_f32(p + 28, m->aMax);
  fwp_put_u16(p + 32, m->settleMs);
}
static inline int fwp_move_to_fits(size_t n) {
  return n == 34u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_move_to_get(fwp_move_to_t *m, const uint8_t *p, size_t n) {
  if (!fwp_move_to_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->permitId = fwp_get_u32(p + 8);
  m->x = fwp_get_f32(p + 12);
  m->y = fwp_get_f32(p + 16);
  m->theta = fwp_get_f32(p + 20);
  m->vMax = fwp_get_f32(p + 24);
  m->aMax = fwp_get_f32(p + 28);
  m->settleMs = fwp_get_u16(p + 32);
  if (!(m->x >= -10.0f && m->x <= 10.0f)) return -1;
  if (!(m->y >= -10.0f && m->y <= 10.0f)) return -1;
  if (!(m->theta >= -3.2f && m->theta <= 3.2f)) return -1;
  if (!(m->vMax >= 0.01f && m->vMax <= 1.0f)) return -1;
  if (!(m->aMax >= 0.1f && m->aMax <= 2.0f)) return -1;
  if (!(m->settleMs <= 5000u)) return -1;
  return 1;
}

/* MoveTo against the shelf: the bumper must close within the first 60 mm and stay closed, else slip. */
#define FWP_ID_PUSH 33u
#define FWP_LEN_PUSH 34u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  uint32_t permitId; /* the twin's permit; 0 is refused with noPermit */
  float x; /* m; target, field frame */
  float y; /* m; target, field frame */
  float theta; /* rad; heading, counter-clockwise from +x */
  float vMax; /* m/s; cruise speed */
  float aMax; /* m/s²; acceleration and deceleration */
  uint16_t settleMs; /* ms; standing time before the command is done */
} fwp_push_t;
static inline void fwp_push_put(const fwp_push_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_u32(p + 8, m->permitId);
  fwp_put_f32(p + 12, m->x);
  fwp_put_f32(p + 16, m->y);
  fwp_put_f32(p + 20, m->theta);
  fwp_put_f32(p + 24, m->vMax);
  fwp_put_f32(p + 28, m->aMax);
  fwp_put_u16(p + 32, m->settleMs);
}
static inline int fwp_push_fits(size_t n) {
  return n == 34u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_push_get(fwp_push_t *m, const uint8_t *p, size_t n) {
  if (!fwp_push_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->permitId = fwp_get_u32(p + 8);
  m->x = fwp_get_f32(p + 12);
  m->y = fwp_get_f32(p + 16);
  m->theta = fwp_get_f32(p + 20);
  m->vMax = fwp_get_f32(p + 24);
  m->aMax = fwp_get_f32(p + 28);
  m->settleMs = fwp_get_u16(p + 32);
  if (!(m->x >= -10.0f && m->x <= 10.0f)) return -1;
  if (!(m->y >= -10.0f && m->y <= 10.0f)) return -1;
  if (!(m->theta >= -3.2f && m->theta <= 3.2f)) return -1;
  if (!(m->vMax >= 0.01f && m->vMax <= 1.0f)) return -1;
  if (!(m->aMax >= 0.1f && m->aMax <= 2.0f)) return -1;
  if (!(m->settleMs <= 5000u)) return -1;
  return 1;
}

/* Lift down, vacuum on the cups of the mask, lift up. Cups without vacuum are tried again, regrips rounds at most. */
#define FWP_ID_GRIP 34u
#define FWP_LEN_GRIP 14u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  uint32_t permitId; /* the twin's permit; 0 is refused with noPermit */
  uint8_t mask; /* bit per cup, bit 0 = cup 0 */
  uint8_t regrips; /* rounds of 1.0 s each */
} fwp_grip_t;
static inline void fwp_grip_put(const fwp_grip_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_u32(p + 8, m->permitId);
  fwp_put_u8(p + 12, m->mask);
  fwp_put_u8(p + 13, m->regrips);
}
static inline int fwp_grip_fits(size_t n) {
  return n == 14u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_grip_get(fwp_grip_t *m, const uint8_t *p, size_t n) {
  if (!fwp_grip_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->permitId = fwp_get_u32(p + 8);
  m->mask = fwp_get_u8(p + 12);
  m->regrips = fwp_get_u8(p + 13);
  if (!(m->mask >= 1u && m->mask <= 15u)) return -1;
  if (!(m->regrips <= 5u)) return -1;
  return 1;
}

/* Lift down, vent the cups of the mask, lift up. */
#define FWP_ID_RELEASE 35u
#define FWP_LEN_RELEASE 13u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  uint32_t permitId; /* the twin's permit; 0 is refused with noPermit */
  uint8_t mask; /* bit per cup, bit 0 = cup 0 */
} fwp_release_t;
static inline void fwp_release_put(const fwp_release_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_u32(p + 8, m->permitId);
  fwp_put_u8(p + 12, m->mask);
}
static inline int fwp_release_fits(size_t n) {
  return n == 13u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_release_get(fwp_release_t *m, const uint8_t *p, size_t n) {
  if (!fwp_release_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->permitId = fwp_get_u32(p + 8);
  m->mask = fwp_get_u8(p + 12);
  if (!(m->mask >= 1u && m->mask <= 15u)) return -1;
  return 1;
}

/* Turns the blocks under the cups of the mask upside down (one full rotator travel). After an abort half way, only the same mask is accepted, and finishes the turn. */
#define FWP_ID_ROTATE 36u
#define FWP_LEN_ROTATE 13u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  uint32_t permitId; /* the twin's permit; 0 is refused with noPermit */
  uint8_t mask; /* bit per cup, bit 0 = cup 0 */
} fwp_rotate_t;
static inline void fwp_rotate_put(const fwp_rotate_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_u32(p + 8, m->permitId);
  fwp_put_u8(p + 12, m->mask);
}
static inline int fwp_rotate_fits(size_t n) {
  return n == 13u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_rotate_get(fwp_rotate_t *m, const uint8_t *p, size_t n) {
  if (!fwp_rotate_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->permitId = fwp_get_u32(p + 8);
  m->mask = fwp_get_u8(p + 12);
  if (!(m->mask >= 1u && m->mask <= 15u)) return -1;
  return 1;
}

/* Ramps to a stand and aborts the running command. Needs no permit. */
#define FWP_ID_STOP 40u
#define FWP_LEN_STOP 8u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
} fwp_stop_t;
static inline void fwp_stop_put(const fwp_stop_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
}
static inline int fwp_stop_fits(size_t n) {
  return n >= 8u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_stop_get(fwp_stop_t *m, const uint8_t *p, size_t n) {
  if (!fwp_stop_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  return 1;
}

/* Latches the e-stop before any other check: even of a wrong session, even a duplicate. */
#define FWP_ID_ESTOP 41u
#define FWP_LEN_ESTOP 8u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
} fwp_estop_t;
static inline void fwp_estop_put(const fwp_estop_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
}
static inline int fwp_estop_fits(size_t n) {
  return n >= 8u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_estop_get(fwp_estop_t *m, const uint8_t *p, size_t n) {
  if (!fwp_estop_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  return 1;
}

/* Releases the latch: the current nonce, input released, wheels standing. */
#define FWP_ID_ESTOP_RESET 42u
#define FWP_LEN_ESTOP_RESET 12u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  uint32_t latchNonce; /* from telemetry; changes with each latch */
} fwp_estop_reset_t;
static inline void fwp_estop_reset_put(const fwp_estop_reset_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_u32(p + 8, m->latchNonce);
}
static inline int fwp_estop_reset_fits(size_t n) {
  return n == 12u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_estop_reset_get(fwp_estop_reset_t *m, const uint8_t *p, size_t n) {
  if (!fwp_estop_reset_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->latchNonce = fwp_get_u32(p + 8);
  return 1;
}

/* Sets the odometry. Only at standstill with no command running. */
#define FWP_ID_SET_POSE 43u
#define FWP_LEN_SET_POSE 20u
typedef struct {
  uint32_t session; /* the session that Hello opened */
  uint32_t cmdId; /* chosen once by the host, larger than every earlier one of the session */
  float x; /* m; target, field frame */
  float y; /* m; target, field frame */
  float theta; /* rad; heading, counter-clockwise from +x */
} fwp_set_pose_t;
static inline void fwp_set_pose_put(const fwp_set_pose_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->session);
  fwp_put_u32(p + 4, m->cmdId);
  fwp_put_f32(p + 8, m->x);
  fwp_put_f32(p + 12, m->y);
  fwp_put_f32(p + 16, m->theta);
}
static inline int fwp_set_pose_fits(size_t n) {
  return n == 20u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_set_pose_get(fwp_set_pose_t *m, const uint8_t *p, size_t n) {
  if (!fwp_set_pose_fits(n)) return 0;
  m->session = fwp_get_u32(p + 0);
  m->cmdId = fwp_get_u32(p + 4);
  m->x = fwp_get_f32(p + 8);
  m->y = fwp_get_f32(p + 12);
  m->theta = fwp_get_f32(p + 16);
  if (!(m->x >= -10.0f && m->x <= 10.0f)) return -1;
  if (!(m->y >= -10.0f && m->y <= 10.0f)) return -1;
  if (!(m->theta >= -3.2f && m->theta <= 3.2f)) return -1;
  return 1;
}

/* Answer to Hello. */
#define FWP_ID_HELLO_ACK 129u
#define FWP_LEN_HELLO_ACK 27u
typedef struct {
  uint16_t protoMajor; /* of the firmware */
  uint16_t protoMinor; /* of the firmware */
  uint32_t schemaHash; /* of the firmware */
  uint32_t session; /* the open session, 0 when none */
  uint32_t bootId; /* random per boot: a change means that the firmware restarted */
  uint32_t uptimeMs; /* ms; since boot */
  uint16_t hbTimeoutMs; /* ms; heartbeat timeout */
  uint16_t telemetryMs; /* ms; telemetry period */
  uint8_t accepted; /* 1 = the session is open; 0 = major or schema hash differ */
  uint16_t state; /* StateBit mask */
} fwp_hello_ack_t;
static inline void fwp_hello_ack_put(const fwp_hello_ack_t *m, uint8_t *p) {
  fwp_put_u16(p + 0, m->protoMajor);
  fwp_put_u16(p + 2, m->protoMinor);
  fwp_put_u32(p + 4, m->schemaHash);
  fwp_put_u32(p + 8, m->session);
  fwp_put_u32(p + 12, m->bootId);
  fwp_put_u32(p + 16, m->uptimeMs);
  fwp_put_u16(p + 20, m->hbTimeoutMs);
  fwp_put_u16(p + 22, m->telemetryMs);
  fwp_put_u8(p + 24, m->accepted);
  fwp_put_u16(p + 25, m->state);
}
static inline int fwp_hello_ack_fits(size_t n) {
  return n >= 27u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_hello_ack_get(fwp_hello_ack_t *m, const uint8_t *p, size_t n) {
  if (!fwp_hello_ack_fits(n)) return 0;
  m->protoMajor = fwp_get_u16(p + 0);
  m->protoMinor = fwp_get_u16(p + 2);
  m->schemaHash = fwp_get_u32(p + 4);
  m->session = fwp_get_u32(p + 8);
  m->bootId = fwp_get_u32(p + 12);
  m->uptimeMs = fwp_get_u32(p + 16);
  m->hbTimeoutMs = fwp_get_u16(p + 20);
  m->telemetryMs = fwp_get_u16(p + 22);
  m->accepted = fwp_get_u8(p + 24);
  m->state = fwp_get_u16(p + 25);
  if (!(m->accepted <= 1u)) return -1;
  return 1;
}

/* Answer to TimeSync. */
#define FWP_ID_TIME_REPLY 130u
#define FWP_LEN_TIME_REPLY 10u
typedef struct {
  uint32_t token; /* as asked */
  uint32_t tMs; /* ms; firmware clock */
  uint16_t us; /* µs; and so long after that millisecond began; 0 where the board has no finer clock */
} fwp_time_reply_t;
static inline void fwp_time_reply_put(const fwp_time_reply_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->token);
  fwp_put_u32(p + 4, m->tMs);
  fwp_put_u16(p + 8, m->us);
}
static inline int fwp_time_reply_fits(size_t n) {
  return n == 8u || n >= 10u;
}
/* bytes to send: as before the later fields came, unless the other side knows them and they say something */
static inline size_t fwp_time_reply_bytes(const fwp_time_reply_t *m, unsigned minor) {
  if (minor >= 2u && (m->us != 0u)) return 10u;
  return 8u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_time_reply_get(fwp_time_reply_t *m, const uint8_t *p, size_t n) {
  if (!fwp_time_reply_fits(n)) return 0;
  m->token = fwp_get_u32(p + 0);
  m->tMs = fwp_get_u32(p + 4);
  m->us = n > 8u ? fwp_get_u16(p + 8) : 0u;
  return 1;
}

/* Answer to GetStats; counts since boot. */
#define FWP_ID_STATS 132u
#define FWP_LEN_STATS 61u
typedef struct {
  uint32_t uptimeMs; /* ms; since boot */
  uint32_t rxBytes; /* received */
  uint32_t rxFrames; /* accepted */
  uint32_t rxBadCobs; /* frames that are no COBS text */
  uint32_t rxBadCrc; /* frames with a wrong CRC */
  uint32_t rxBadLength; /* shorter than header and CRC */
  uint32_t rxOversize; /* frames longer than any message */
  uint32_t rxSeqGaps; /* frames missing by sequence number */
  uint32_t txFrames; /* frames sent */
  uint32_t txDropped; /* whole frames that found no room */
  uint32_t execCount; /* commands executed */
  uint32_t replayed; /* acknowledgements repeated for a known id */
  uint32_t refused; /* commands refused */
  uint32_t hbLosses; /* heartbeat timeouts */
  uint32_t rxLost; /* bytes that the receiver lost before anybody could read them */
  uint8_t resetCause; /* ResetCause: why it started */
} fwp_stats_t;
static inline void fwp_stats_put(const fwp_stats_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->uptimeMs);
  fwp_put_u32(p + 4, m->rxBytes);
  fwp_put_u32(p + 8, m->rxFrames);
  fwp_put_u32(p + 12, m->rxBadCobs);
  fwp_put_u32(p + 16, m->rxBadCrc);
  fwp_put_u32(p + 20, m->rxBadLength);
  fwp_put_u32(p + 24, m->rxOversize);
  fwp_put_u32(p + 28, m->rxSeqGaps);
  fwp_put_u32(p + 32, m->txFrames);
  fwp_put_u32(p + 36, m->txDropped);
  fwp_put_u32(p + 40, m->execCount);
  fwp_put_u32(p + 44, m->replayed);
  fwp_put_u32(p + 48, m->refused);
  fwp_put_u32(p + 52, m->hbLosses);
  fwp_put_u32(p + 56, m->rxLost);
  fwp_put_u8(p + 60, m->resetCause);
}
static inline int fwp_stats_fits(size_t n) {
  return n >= 61u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_stats_get(fwp_stats_t *m, const uint8_t *p, size_t n) {
  if (!fwp_stats_fits(n)) return 0;
  m->uptimeMs = fwp_get_u32(p + 0);
  m->rxBytes = fwp_get_u32(p + 4);
  m->rxFrames = fwp_get_u32(p + 8);
  m->rxBadCobs = fwp_get_u32(p + 12);
  m->rxBadCrc = fwp_get_u32(p + 16);
  m->rxBadLength = fwp_get_u32(p + 20);
  m->rxOversize = fwp_get_u32(p + 24);
  m->rxSeqGaps = fwp_get_u32(p + 28);
  m->txFrames = fwp_get_u32(p + 32);
  m->txDropped = fwp_get_u32(p + 36);
  m->execCount = fwp_get_u32(p + 40);
  m->replayed = fwp_get_u32(p + 44);
  m->refused = fwp_get_u32(p + 48);
  m->hbLosses = fwp_get_u32(p + 52);
  m->rxLost = fwp_get_u32(p + 56);
  m->resetCause = fwp_get_u8(p + 60);
  return 1;
}

/* The body, measured. 50 Hz from boot, with or without a session. */
#define FWP_ID_TELEMETRY 144u
#define FWP_LEN_TELEMETRY 98u
typedef struct {
  uint32_t tMs; /* ms; firmware clock */
  uint32_t session; /* the open session, 0 when none */
  float x; /* m; odometry from measured wheel speeds */
  float y; /* m; odometry */
  float theta; /* rad; odometry, counter-clockwise from +x */
  float vx; /* m/s; measured, robot frame */
  float vy; /* m/s; measured, to the left */
  float wz; /* rad/s; measured, counter-clockwise */
  float wheels[3]; /* rad/s; measured */
  uint16_t vacuumKpa10[4]; /* 0.1 kPa; under each cup */
  uint16_t lift; /* 1e-4; 0 = up, 10000 = down */
  uint16_t rotator; /* 1e-4; 0 = first end, 10000 = second end */
  uint16_t batteryMv; /* mV; battery voltage */
  uint16_t state; /* StateBit mask */
  uint8_t inputs; /* InputBit mask */
  uint8_t valves; /* cups connected to vacuum */
  uint8_t doneStatus; /* DoneStatus of the last actuation command; survives a change of session */
  uint8_t doneDetail; /* gripper: cups holding; motion: distance to the target in mm, at most 255 */
  uint32_t lastCmdId; /* highest command id of the session */
  uint32_t activeCmdId; /* running, 0 = none */
  uint32_t doneCmdId; /* last finished actuation of the session, 0 = none */
  uint32_t lastPermitId; /* permit of the last executed actuation; survives a change of session */
  uint32_t execCount; /* commands executed since boot */
  uint32_t rxFrames; /* frames accepted since boot */
  uint16_t rxErrors; /* frames refused since boot; wraps */
  uint16_t rxSeqGaps; /* frames missing since boot; wraps */
  uint32_t latchNonce; /* for EstopReset */
  uint8_t estopCause; /* EstopCause of the present latch, 0 = none */
  uint8_t estopWheel; /* encoderFault, wheelJammed: the wheel; else 0 */
} fwp_telemetry_t;
static inline void fwp_telemetry_put(const fwp_telemetry_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->tMs);
  fwp_put_u32(p + 4, m->session);
  fwp_put_f32(p + 8, m->x);
  fwp_put_f32(p + 12, m->y);
  fwp_put_f32(p + 16, m->theta);
  fwp_put_f32(p + 20, m->vx);
  fwp_put_f32(p + 24, m->vy);
  fwp_put_f32(p + 28, m->wz);
  fwp_put_f32(p + 32, m->wheels[0]);
  fwp_put_f32(p + 36, m->wheels[1]);
  fwp_put_f32(p + 40, m->wheels[2]);
  fwp_put_u16(p + 44, m->vacuumKpa10[0]);
  fwp_put_u16(p + 46, m->vacuumKpa10[1]);
  fwp_put_u16(p + 48, m->vacuumKpa10[2]);
  fwp_put_u16(p + 50, m->vacuumKpa10[3]);
  fwp_put_u16(p + 52, m->lift);
  fwp_put_u16(p + 54, m->rotator);
  fwp_put_u16(p + 56, m->batteryMv);
  fwp_put_u16(p + 58, m->state);
  fwp_put_u8(p + 60, m->inputs);
  fwp_put_u8(p + 61, m->valves);
  fwp_put_u8(p + 62, m->doneStatus);
  fwp_put_u8(p + 63, m->doneDetail);
  fwp_put_u32(p + 64, m->lastCmdId);
  fwp_put_u32(p + 68, m->activeCmdId);
  fwp_put_u32(p + 72, m->doneCmdId);
  fwp_put_u32(p + 76, m->lastPermitId);
  fwp_put_u32(p + 80, m->execCount);
  fwp_put_u32(p + 84, m->rxFrames);
  fwp_put_u16(p + 88, m->rxErrors);
  fwp_put_u16(p + 90, m->rxSeqGaps);
  fwp_put_u32(p + 92, m->latchNonce);
  fwp_put_u8(p + 96, m->estopCause);
  fwp_put_u8(p + 97, m->estopWheel);
}
static inline int fwp_telemetry_fits(size_t n) {
  return n >= 98u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_telemetry_get(fwp_telemetry_t *m, const uint8_t *p, size_t n) {
  if (!fwp_telemetry_fits(n)) return 0;
  m->tMs = fwp_get_u32(p + 0);
  m->session = fwp_get_u32(p + 4);
  m->x = fwp_get_f32(p + 8);
  m->y = fwp_get_f32(p + 12);
  m->theta = fwp_get_f32(p + 16);
  m->vx = fwp_get_f32(p + 20);
  m->vy = fwp_get_f32(p + 24);
  m->wz = fwp_get_f32(p + 28);
  m->wheels[0] = fwp_get_f32(p + 32);
  m->wheels[1] = fwp_get_f32(p + 36);
  m->wheels[2] = fwp_get_f32(p + 40);
  m->vacuumKpa10[0] = fwp_get_u16(p + 44);
  m->vacuumKpa10[1] = fwp_get_u16(p + 46);
  m->vacuumKpa10[2] = fwp_get_u16(p + 48);
  m->vacuumKpa10[3] = fwp_get_u16(p + 50);
  m->lift = fwp_get_u16(p + 52);
  m->rotator = fwp_get_u16(p + 54);
  m->batteryMv = fwp_get_u16(p + 56);
  m->state = fwp_get_u16(p + 58);
  m->inputs = fwp_get_u8(p + 60);
  m->valves = fwp_get_u8(p + 61);
  m->doneStatus = fwp_get_u8(p + 62);
  m->doneDetail = fwp_get_u8(p + 63);
  m->lastCmdId = fwp_get_u32(p + 64);
  m->activeCmdId = fwp_get_u32(p + 68);
  m->doneCmdId = fwp_get_u32(p + 72);
  m->lastPermitId = fwp_get_u32(p + 76);
  m->execCount = fwp_get_u32(p + 80);
  m->rxFrames = fwp_get_u32(p + 84);
  m->rxErrors = fwp_get_u16(p + 88);
  m->rxSeqGaps = fwp_get_u16(p + 90);
  m->latchNonce = fwp_get_u32(p + 92);
  m->estopCause = fwp_get_u8(p + 96);
  m->estopWheel = fwp_get_u8(p + 97);
  if (!(m->lift <= 10000u)) return -1;
  if (!(m->rotator <= 10000u)) return -1;
  if (!(m->valves <= 15u)) return -1;
  if (!(m->doneStatus <= 15u)) return -1;
  if (!(m->estopWheel <= 2u)) return -1;
  return 1;
}

/* Sent at once and again with the next two telemetry frames; the host tells repeats by eventSeq. */
#define FWP_ID_EVENT 145u
#define FWP_LEN_EVENT 15u
typedef struct {
  uint32_t eventSeq; /* counts up from 1 at boot */
  uint32_t tMs; /* ms; firmware clock */
  uint32_t cmdId; /* commandDone: the command; else 0 */
  uint8_t code; /* EventCode */
  uint8_t status; /* commandDone: DoneStatus; estopLatched: EstopCause */
  uint8_t detail; /* commandDone: as doneDetail; vacuumLost: the cup; estopLatched: the wheel */
} fwp_event_t;
static inline void fwp_event_put(const fwp_event_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->eventSeq);
  fwp_put_u32(p + 4, m->tMs);
  fwp_put_u32(p + 8, m->cmdId);
  fwp_put_u8(p + 12, m->code);
  fwp_put_u8(p + 13, m->status);
  fwp_put_u8(p + 14, m->detail);
}
static inline int fwp_event_fits(size_t n) {
  return n >= 15u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_event_get(fwp_event_t *m, const uint8_t *p, size_t n) {
  if (!fwp_event_fits(n)) return 0;
  m->eventSeq = fwp_get_u32(p + 0);
  m->tMs = fwp_get_u32(p + 4);
  m->cmdId = fwp_get_u32(p + 8);
  m->code = fwp_get_u8(p + 12);
  m->status = fwp_get_u8(p + 13);
  m->detail = fwp_get_u8(p + 14);
  if (!(m->code >= 1u && m->code <= 31u)) return -1;
  return 1;
}

/* How far the wheels have turned, never corrected; where Heartbeat asks for it, right before each Telemetry. */
#define FWP_ID_ODOMETRY 146u
#define FWP_LEN_ODOMETRY 38u
typedef struct {
  uint32_t tUs; /* µs; firmware clock; wraps after 71.6 min */
  uint16_t epoch; /* changes when the pose was set: the way up to here is not one */
  uint16_t flags; /* OdometryBit mask */
  uint32_t turn[3]; /* 10 µrad; sum of the measured turns of wheels 0, 1, 2; wraps: the difference is a signed number */
  float x; /* m; pose by the wheels alone since the last SetPose */
  float y; /* m; the same */
  float theta; /* rad; the same; -π…π */
  uint32_t placeSeq; /* of the PlaceOdometry in effect; 0 = none */
  uint16_t speedScale; /* 0.001; in effect; 1000 = no limit */
} fwp_odometry_t;
static inline void fwp_odometry_put(const fwp_odometry_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->tUs);
  fwp_put_u16(p + 4, m->epoch);
  fwp_put_u16(p + 6, m->flags);
  fwp_put_u32(p + 8, m->turn[0]);
  fwp_put_u32(p + 12, m->turn[1]);
  fwp_put_u32(p + 16, m->turn[2]);
  fwp_put_f32(p + 20, m->x);
  fwp_put_f32(p + 24, m->y);
  fwp_put_f32(p + 28, m->theta);
  fwp_put_u32(p + 32, m->placeSeq);
  fwp_put_u16(p + 36, m->speedScale);
}
static inline int fwp_odometry_fits(size_t n) {
  return n >= 38u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_odometry_get(fwp_odometry_t *m, const uint8_t *p, size_t n) {
  if (!fwp_odometry_fits(n)) return 0;
  m->tUs = fwp_get_u32(p + 0);
  m->epoch = fwp_get_u16(p + 4);
  m->flags = fwp_get_u16(p + 6);
  m->turn[0] = fwp_get_u32(p + 8);
  m->turn[1] = fwp_get_u32(p + 12);
  m->turn[2] = fwp_get_u32(p + 16);
  m->x = fwp_get_f32(p + 20);
  m->y = fwp_get_f32(p + 24);
  m->theta = fwp_get_f32(p + 28);
  m->placeSeq = fwp_get_u32(p + 32);
  m->speedScale = fwp_get_u16(p + 36);
  return 1;
}

/* On acceptance or refusal of a command; never means that it is complete. */
#define FWP_ID_COMMAND_ACK 160u
#define FWP_LEN_COMMAND_ACK 11u
typedef struct {
  uint32_t cmdId; /* the command that is answered */
  uint8_t reply; /* Reply; bit 7 = repeated answer to a known id */
  uint16_t state; /* StateBit mask */
  uint32_t execCount; /* commands executed since boot */
} fwp_command_ack_t;
static inline void fwp_command_ack_put(const fwp_command_ack_t *m, uint8_t *p) {
  fwp_put_u32(p + 0, m->cmdId);
  fwp_put_u8(p + 4, m->reply);
  fwp_put_u16(p + 5, m->state);
  fwp_put_u32(p + 7, m->execCount);
}
static inline int fwp_command_ack_fits(size_t n) {
  return n >= 11u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_command_ack_get(fwp_command_ack_t *m, const uint8_t *p, size_t n) {
  if (!fwp_command_ack_fits(n)) return 0;
  m->cmdId = fwp_get_u32(p + 0);
  m->reply = fwp_get_u8(p + 4);
  m->state = fwp_get_u16(p + 5);
  m->execCount = fwp_get_u32(p + 7);
  return 1;
}

/* A frame that is no command was refused. */
#define FWP_ID_NAK 175u
#define FWP_LEN_NAK 4u
typedef struct {
  uint8_t frameType; /* type byte of the refused frame */
  uint8_t reply; /* Reply */
  uint16_t seq; /* sequence number of the refused frame */
} fwp_nak_t;
static inline void fwp_nak_put(const fwp_nak_t *m, uint8_t *p) {
  fwp_put_u8(p + 0, m->frameType);
  fwp_put_u8(p + 1, m->reply);
  fwp_put_u16(p + 2, m->seq);
}
static inline int fwp_nak_fits(size_t n) {
  return n >= 4u;
}
/* 1 = read; 0 = wrong length; -1 = a field is out of its range or not a number */
static inline int fwp_nak_get(fwp_nak_t *m, const uint8_t *p, size_t n) {
  if (!fwp_nak_fits(n)) return 0;
  m->frameType = fwp_get_u8(p + 0);
  m->reply = fwp_get_u8(p + 1);
  m->seq = fwp_get_u16(p + 2);
  return 1;
}

/* payload -> struct -> payload; bytes written, or -1 = unknown id, -2 = wrong length, -3 = out of range */
static inline int32_t fwp_reencode(uint8_t id, const uint8_t *p, size_t n, uint8_t *out) {
  int got;
  switch (id) {
  case FWP_ID_HELLO: {
    fwp_hello_t m;
    got = fwp_hello_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_hello_put(&m, out);
    return FWP_LEN_HELLO;
  }
  case FWP_ID_TIME_SYNC: {
    fwp_time_sync_t m;
    got = fwp_time_sync_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_time_sync_put(&m, out);
    return FWP_LEN_TIME_SYNC;
  }
  case FWP_ID_HEARTBEAT: {
    fwp_heartbeat_t m;
    got = fwp_heartbeat_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_heartbeat_put(&m, out);
    return (int32_t)fwp_heartbeat_bytes(&m, FWP_PROTO_MINOR);
  }
  case FWP_ID_GET_STATS: {
    fwp_get_stats_t m;
    got = fwp_get_stats_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_get_stats_put(&m, out);
    return FWP_LEN_GET_STATS;
  }
  case FWP_ID_SET_VELOCITY: {
    fwp_set_velocity_t m;
    got = fwp_set_velocity_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_set_velocity_put(&m, out);
    return FWP_LEN_SET_VELOCITY;
  }
  case FWP_ID_SET_SPEED_SCALE: {
    fwp_set_speed_scale_t m;
    got = fwp_set_speed_scale_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_set_speed_scale_put(&m, out);
    return FWP_LEN_SET_SPEED_SCALE;
  }
  case FWP_ID_PLACE_ODOMETRY: {
    fwp_place_odometry_t m;
    got = fwp_place_odometry_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_place_odometry_put(&m, out);
    return FWP_LEN_PLACE_ODOMETRY;
  }
  case FWP_ID_MOVE_TO: {
    fwp_move_to_t m;
    got = fwp_move_to_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_move_to_put(&m, out);
    return FWP_LEN_MOVE_TO;
  }
  case FWP_ID_PUSH: {
    fwp_push_t m;
    got = fwp_push_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_push_put(&m, out);
    return FWP_LEN_PUSH;
  }
  case FWP_ID_GRIP: {
    fwp_grip_t m;
    got = fwp_grip_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_grip_put(&m, out);
    return FWP_LEN_GRIP;
  }
  case FWP_ID_RELEASE: {
    fwp_release_t m;
    got = fwp_release_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_release_put(&m, out);
    return FWP_LEN_RELEASE;
  }
  case FWP_ID_ROTATE: {
    fwp_rotate_t m;
    got = fwp_rotate_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_rotate_put(&m, out);
    return FWP_LEN_ROTATE;
  }
  case FWP_ID_STOP: {
    fwp_stop_t m;
    got = fwp_stop_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_stop_put(&m, out);
    return FWP_LEN_STOP;
  }
  case FWP_ID_ESTOP: {
    fwp_estop_t m;
    got = fwp_estop_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_estop_put(&m, out);
    return FWP_LEN_ESTOP;
  }
  case FWP_ID_ESTOP_RESET: {
    fwp_estop_reset_t m;
    got = fwp_estop_reset_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_estop_reset_put(&m, out);
    return FWP_LEN_ESTOP_RESET;
  }
  case FWP_ID_SET_POSE: {
    fwp_set_pose_t m;
    got = fwp_set_pose_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_set_pose_put(&m, out);
    return FWP_LEN_SET_POSE;
  }
  case FWP_ID_HELLO_ACK: {
    fwp_hello_ack_t m;
    got = fwp_hello_ack_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_hello_ack_put(&m, out);
    return FWP_LEN_HELLO_ACK;
  }
  case FWP_ID_TIME_REPLY: {
    fwp_time_reply_t m;
    got = fwp_time_reply_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_time_reply_put(&m, out);
    return (int32_t)fwp_time_reply_bytes(&m, FWP_PROTO_MINOR);
  }
  case FWP_ID_STATS: {
    fwp_stats_t m;
    got = fwp_stats_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_stats_put(&m, out);
    return FWP_LEN_STATS;
  }
  case FWP_ID_TELEMETRY: {
    fwp_telemetry_t m;
    got = fwp_telemetry_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_telemetry_put(&m, out);
    return FWP_LEN_TELEMETRY;
  }
  case FWP_ID_EVENT: {
    fwp_event_t m;
    got = fwp_event_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_event_put(&m, out);
    return FWP_LEN_EVENT;
  }
  case FWP_ID_ODOMETRY: {
    fwp_odometry_t m;
    got = fwp_odometry_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_odometry_put(&m, out);
    return FWP_LEN_ODOMETRY;
  }
  case FWP_ID_COMMAND_ACK: {
    fwp_command_ack_t m;
    got = fwp_command_ack_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_command_ack_put(&m, out);
    return FWP_LEN_COMMAND_ACK;
  }
  case FWP_ID_NAK: {
    fwp_nak_t m;
    got = fwp_nak_get(&m, p, n);
    if (got != 1) return got == 0 ? -2 : -3;
    fwp_nak_put(&m, out);
    return FWP_LEN_NAK;
  }
  default: return -1;
  }
}

#endif
