/* fw_place.c - corrections of the pose that the host has measured from outside. They move the pose, never the base: a
   command that runs follows the pose, so it is moved slowly, and never far. */
#include "fw.h"
#include "fw_math.h"

#define BLEND (0.06f * FW_TICK_S)      /* m per tick while a command runs */
#define BLEND_TURN (0.15f * FW_TICK_S) /* rad */
#define JUMP 0.1f                      /* m: a command that runs was permitted for another place */
#define JUMP_TURN 0.17f                /* rad */

typedef struct {
  float x, y, theta;
} way_t;

/* From where the pose is to where the wheels and the last correction say. */
static way_t way_left(const fw_t *f) {
  const fw_place_t *p = &f->place;
  const fw_pose_t *o = &f->odometry.pose;
  way_t way = {p->x + p->cosine * o->x - p->sine * o->y - f->pose.x, p->y + p->sine * o->x + p->cosine * o->y - f->pose.y,
               fw_wrap(fw_wrap(p->theta + o->theta) - f->pose.theta)};
  return way;
}

uint8_t fw_place_take(fw_t *f, const fwp_place_odometry_t *m) {
  if (m->epoch != f->odometry.epoch) return FWP_REPLY_ACCEPTED; /* on its way while the pose was set: about another odometry */
  if (f->place.seq && (int32_t)(m->seq - f->place.seq) <= 0) return FWP_REPLY_ACCEPTED;
  fw_place_t before = f->place;
  f->place.seq = m->seq;
  f->place.x = m->x;
  f->place.y = m->y;
  f->place.theta = fw_wrap(m->theta);
  fw_sincos(f->place.theta, &f->place.sine, &f->place.cosine);
  way_t way = way_left(f);
  if (way.x * way.x + way.y * way.y <= JUMP * JUMP && fw_abs(way.theta) <= JUMP_TURN) return FWP_REPLY_ACCEPTED;
  f->place = before;
  fw_abort(f, FWP_DONE_STATUS_POSE_JUMPED);
  return FWP_REPLY_BAD_RANGE;
}

void fw_place_step(fw_t *f) {
  if (!f->place.seq) return;
  int acts = fw_busy(f) || f->velocity_live || !fw_standing(f);
  way_t way = way_left(f);
  float x = acts ? fw_slew(0.0f, way.x, BLEND) : way.x;
  float y = acts ? fw_slew(0.0f, way.y, BLEND) : way.y;
  float turn = acts ? fw_slew(0.0f, way.theta, BLEND_TURN) : way.theta;
  if (x == 0.0f && y == 0.0f && turn == 0.0f) return;
  fw_pose_shift(&f->pose, x, y, turn);
  /* what the correction has added to the way is no lack of progress */
  if (f->motion.active) f->motion.best += fw_abs(x) + fw_abs(y) + FW_BASE_RADIUS * fw_abs(turn);
}
