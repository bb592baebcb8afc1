/* fw_base.h - the omni base: three wheels at 60, 180 and 300 degrees, odometry from measured wheel speeds. */
#ifndef FW_BASE_H
#define FW_BASE_H
#include <stdint.h>

#define FW_WHEELS 3
#define FW_BASE_RADIUS 0.15f  /* centre to wheel contact, m */
#define FW_WHEEL_RADIUS 0.05f /* m */
#define FW_TICK_S 0.001f

typedef struct {
  float vx, vy, wz; /* robot frame: forward, left, counter-clockwise; m/s, rad/s */
} fw_twist_t;

typedef struct {
  float x, y, theta;      /* m, rad in -pi..pi */
  float carry_x, carry_y; /* Kahan */
  float sine, cosine;     /* of theta */
} fw_pose_t;

/* What the wheels have turned, which no correction of the pose touches. */
typedef struct {
  uint32_t turn[FW_WHEELS]; /* 10 urad; wraps */
  float rest[FW_WHEELS];    /* what is less than one of them */
  fw_pose_t pose;           /* by the wheels alone */
  uint16_t epoch;           /* changes when the pose is set */
} fw_odometry_t;

/* Where the origin of the odometry lies in the field. */
typedef struct {
  uint32_t seq; /* of the message that said it; 0 = nobody has */
  float x, y, theta, sine, cosine;
} fw_place_t;

/* To what share of its speed the base is held. */
typedef struct {
  uint32_t seq, until_ms; /* of the newest message; 0 = there was none */
  uint16_t hold_ms;
  uint8_t promised; /* to be said again before until_ms; otherwise there is no limit */
  float share;
} fw_scale_t;

/* one tick; wheels in rad/s, and the twist that they make */
void fw_odometry_step(fw_odometry_t *odometry, const float wheels[FW_WHEELS], const fw_twist_t *measured);

void fw_wheels_of(const fw_twist_t *twist, float wheels[FW_WHEELS]);
void fw_twist_of(const float wheels[FW_WHEELS], fw_twist_t *twist);

void fw_pose_set(fw_pose_t *pose, float x, float y, float theta);
void fw_pose_shift(fw_pose_t *pose, float x, float y, float turn);
void fw_pose_step(fw_pose_t *pose, const fw_twist_t *measured); /* one tick */

/* Each component moves towards target by at most linear (m/s) and angular (rad/s). */
void fw_twist_slew(fw_twist_t *twist, const fw_twist_t *target, float linear, float angular);
int fw_twist_zero(const fw_twist_t *twist);
#endif
