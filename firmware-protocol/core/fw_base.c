#include "fw_base.h"
#include "fw_math.h"

/* Driving directions of the wheels: (-sin a, cos a). */
static const float DIR_X[FW_WHEELS] = {-0.8660254f, 0.0f, 0.8660254f};
static const float DIR_Y[FW_WHEELS] = {0.5f, -1.0f, 0.5f};

void fw_wheels_of(const fw_twist_t *twist, float wheels[FW_WHEELS]) {
  for (int i = 0; i < FW_WHEELS; i++)
    wheels[i] = (DIR_X[i] * twist->vx + DIR_Y[i] * twist->vy + FW_BASE_RADIUS * twist->wz) / FW_WHEEL_RADIUS;
}

void fw_twist_of(const float wheels[FW_WHEELS], fw_twist_t *twist) {
  float vx = 0.0f, vy = 0.0f, wz = 0.0f;
  for (int i = 0; i < FW_WHEELS; i++) {
    vx += DIR_X[i] * wheels[i];
    vy += DIR_Y[i] * wheels[i];
    wz += wheels[i];
  }
  twist->vx = vx * (FW_WHEEL_RADIUS * 2.0f / 3.0f);
  twist->vy = vy * (FW_WHEEL_RADIUS * 2.0f / 3.0f);
  twist->wz = wz * (FW_WHEEL_RADIUS / (3.0f * FW_BASE_RADIUS));
}

void fw_pose_set(fw_pose_t *pose, float x, float y, float theta) {
  pose->x = x;
  pose->y = y;
  pose->carry_x = pose->carry_y = 0.0f;
  pose->theta = fw_wrap(theta);
  fw_sincos(pose->theta, &pose->sine, &pose->cosine);
}

void fw_pose_shift(fw_pose_t *pose, float x, float y, float turn) {
  fw_accumulate(&pose->x, &pose->carry_x, x);
  fw_accumulate(&pose->y, &pose->carry_y, y);
  pose->theta = fw_wrap(pose->theta + turn);
  fw_sincos(pose->theta, &pose->sine, &pose->cosine);
}

void fw_pose_step(fw_pose_t *pose, const fw_twist_t *m) {
  fw_accumulate(&pose->x, &pose->carry_x, (pose->cosine * m->vx - pose->sine * m->vy) * FW_TICK_S);
  fw_accumulate(&pose->y, &pose->carry_y, (pose->sine * m->vx + pose->cosine * m->vy) * FW_TICK_S);
  /* incremental rotation; one Newton step keeps (cosine, sine) on the unit circle */
  float d = m->wz * FW_TICK_S, sd = d - d * d * d * (1.0f / 6.0f), cd = 1.0f - d * d * 0.5f;
  float c = pose->cosine * cd - pose->sine * sd, s = pose->sine * cd + pose->cosine * sd;
  float norm = 1.5f - 0.5f * (c * c + s * s);
  pose->cosine = c * norm;
  pose->sine = s * norm;
  pose->theta = fw_wrap(pose->theta + d);
}

void fw_odometry_step(fw_odometry_t *odometry, const float wheels[FW_WHEELS], const fw_twist_t *measured) {
  fw_pose_step(&odometry->pose, measured);
  for (int i = 0; i < FW_WHEELS; i++) {
    float turned = odometry->rest[i] + wheels[i] * (FW_TICK_S * 1e5f);
    int32_t whole = (int32_t)turned; /* a credible wheel turns less than 1 rad in a tick: it fits */
    odometry->turn[i] += (uint32_t)whole;
    odometry->rest[i] = turned - (float)whole;
  }
}

void fw_twist_slew(fw_twist_t *twist, const fw_twist_t *target, float linear, float angular) {
  twist->vx = fw_slew(twist->vx, target->vx, linear);
  twist->vy = fw_slew(twist->vy, target->vy, linear);
  twist->wz = fw_slew(twist->wz, target->wz, angular);
}

int fw_twist_zero(const fw_twist_t *t) { return t->vx == 0.0f && t->vy == 0.0f && t->wz == 0.0f; }
