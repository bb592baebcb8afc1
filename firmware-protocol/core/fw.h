/* fw.h - the controller core. All state is in fw_t; the only inputs are bytes, one tick a millisecond and fw_sense_t;
   so the same input gives the same output, bit for bit, on every target (build with -ffp-contract=off). */
#ifndef FW_H
#define FW_H
#include "../gen/fwp_msgs.h"
#include "fw_base.h"
#include "fw_frame.h"
#include "fw_gripper.h"
#include "fw_motion.h"
#include "fw_wheel.h"

#define FW_HB_TIMEOUT_MS 200u
#define FW_HB_PACE_MS 25u  /* heartbeats that follow faster were held up on the way */
#define FW_TELEMETRY_MS 20u
#define FW_WINDOW 16u  /* command ids whose answer is remembered */
#define FW_TX_CAP 2048u /* power of two */
#define FW_EVENTS 8u
#define FW_EVENT_SENDS 3u

/* The board interface, sampled and applied once a millisecond. Twin of src/simulation/field/plant.ts. */
typedef struct {
  float wheels[FW_WHEELS];    /* measured, rad/s */
  float vacuum_kpa[FW_CUPS];  /* absolute value of the vacuum under each cup */
  float lift, rotator;        /* measured positions, 0..1 */
  uint16_t battery_mv;
  uint8_t estop;              /* 1 = pressed or wire broken (normally closed) */
  uint8_t bumper;             /* 1 = the shelf touches */
} fw_sense_t;

typedef struct {
  float wheels[FW_WHEELS]; /* setpoints, rad/s; the core controls them, boards drive the duty */
  float duty[FW_WHEELS];   /* -1..1 of full voltage */
  uint8_t motors_enabled;  /* 0 cuts wheels, lift and rotator; pump and valves stay. 1 only for a permitted command */
  uint8_t pump;
  uint8_t valves;          /* bit per cup: connected to vacuum; 0 vents */
  uint8_t lift;            /* 0 = up, 1 = down */
  uint8_t rotator;         /* 0 or 1 */
  uint8_t rotate_mask;     /* bit per cup that follows the rotator */
  uint8_t gripper_moves;   /* 0 brakes lift and rotator where they are */
} fw_drive_t;

typedef struct {
  fwp_event_t event;
  uint8_t sends_left;
} fw_event_slot_t;

typedef struct {
  /* link */
  fw_frame_rx_t rx;
  uint8_t tx[FW_TX_CAP];
  uint32_t tx_head, tx_tail, tx_frames, tx_dropped;
  uint16_t tx_seq, rx_seq_next;
  uint8_t rx_seq_known;
  uint32_t rx_seq_gaps;
  uint32_t rx_lost; /* set by the board: bytes that its receiver lost */
  uint16_t since_tick_us; /* set by the board before fw_receive: since the last tick; 0 where it has no finer clock */
  uint8_t reset_cause;
  fw_event_slot_t events[FW_EVENTS];
  uint32_t event_seq;
  /* session */
  uint32_t ms, boot_id, session, hb_counter, hb_at_ms, hb_losses;
  uint16_t minor;  /* of the protocol, in force since Hello */
  uint8_t streams; /* FWP_STREAM_BIT_... that the newest heartbeat asks for */
  uint8_t hb_known, comm_loss, estop, motors_cut, powered;
  uint8_t estop_cause, estop_wheel; /* of the present latch; 0 = none */
  uint32_t estop_at_ms, acted_ms;
  uint32_t latch_nonce;
  uint32_t window_id[FW_WINDOW];
  uint8_t window_reply[FW_WINDOW];
  uint32_t last_cmd, exec_count, replayed, refused;
  uint32_t active_cmd, done_cmd, last_permit;
  uint8_t done_status, done_detail;
  /* body */
  fw_sense_t sense;
  fw_drive_t drive;
  fw_pose_t pose;
  fw_odometry_t odometry;
  fw_place_t place;
  fw_scale_t scale;
  fw_twist_t measured, wanted, driven; /* wheels; asked for; after the ramp */
  uint32_t velocity_until_ms;
  uint8_t velocity_live;
  uint8_t touching, touch_ms; /* the bumper, debounced */
  fw_twist_t touch_way;       /* how the base moved when it closed */
  fw_wheel_t wheels[FW_WHEELS];
  uint8_t doubt_ms, doubt_wheel; /* for so long no wheel gets duty, and then it is said what is wrong (fw_guard.c) */
  uint8_t doubt_alone; /* no other wheel goes on */
  float doubt_angle;
  uint8_t counter_ms, counter_wheel; /* for so long the wheels other than this one press against the turn (fw_guard.c) */
  float counter_way; /* sign of their duty */
#ifdef FW_SENSE_LATE_MS
  uint8_t suspect_ms[FW_WHEELS];
#endif
  fw_motion_t motion;
  fw_gripper_t gripper;
} fw_t;

void fw_boot(fw_t *f, uint32_t boot_id, uint8_t reset_cause); /* FWP_RESET_CAUSE_… */
/* After fw_boot, when a watchdog and not the power began this start: these cups stay on vacuum. */
void fw_keep_vacuum(fw_t *f, uint8_t valves);
void fw_receive(fw_t *f, const uint8_t *p, size_t n);
void fw_tick(fw_t *f, const fw_sense_t *sense); /* then read f->drive */
size_t fw_transmit(fw_t *f, uint8_t *dst, size_t cap);

/* Between the files of the core. */
void fw_send(fw_t *f, uint8_t type, const uint8_t *payload, size_t n);
void fw_raise(fw_t *f, uint8_t code, uint32_t cmd, uint8_t status, uint8_t detail);
void fw_on_frame(void *context, uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *payload, size_t n);
void fw_latch_estop(fw_t *f, uint8_t cause, uint8_t wheel); /* wheel: of a wheel's fault, else 0 */
void fw_abort(fw_t *f, uint8_t status); /* ends the running command; the base ramps down, the vacuum holds */
void fw_finish(fw_t *f, uint8_t status, uint8_t detail);
uint16_t fw_state(const fw_t *f);
int fw_standing(const fw_t *f);
int fw_busy(const fw_t *f);
void fw_watch_wheels(fw_t *f);
void fw_counter_turn(fw_t *f); /* after the duty of this millisecond */
void fw_watch_bumper(fw_t *f);
fw_gripper_sense_t fw_gripper_view(const fw_t *f);
void fw_send_telemetry(fw_t *f);
void fw_send_odometry(fw_t *f);
uint8_t fw_place_take(fw_t *f, const fwp_place_odometry_t *m); /* a Reply */
void fw_place_step(fw_t *f);
uint8_t fw_scale_take(fw_t *f, const fwp_set_speed_scale_t *m); /* a Reply */
void fw_scale_step(fw_t *f);
float fw_scale_share(const fw_t *f); /* in effect; 1 = no limit */
#endif
