#include "fw_motion.h"
#include "../gen/fwp_msgs.h"
#include "fw_math.h"

#define GAIN 4.0f                 /* 1/s: position error to speed; overdamped for wheels with up to 60 ms of lag */
#define LEAD_LIMIT 0.08f          /* m: the reference waits for a robot that is held up */
#define TRIM 0.1f                 /* m/s on top of v_max, to catch up */
#define DEADBAND 0.001f           /* m: nearer than this the base stands still */
#define ARRIVED 0.005f            /* m */
#define ARRIVED_ANGLE 0.02f       /* rad */
#define PROGRESS 0.002f           /* m nearer counts as progress */
#define STALL_MS 800u
#define OVERTIME_MS 1500u         /* beyond settle_ms, to get from 5 mm off to the spot */
#define PUSH_CONTACT 0.060f       /* m */
#define BUMPER_BOUNCE_MS 50u
#define BRAKE 2.0f                /* m/s2: for what is in the way, whatever the command's own a_max */
#define SLOWEST 0.005f            /* m/s: slower than this is no motion but a wait */
#define CONTACT_MS 3u             /* a switch that bounces, or a spark next to its wire */
#define DOCK 0.015f               /* m: a target this near to the contact is the contact */
#define LEAVE 0.030f              /* m: a move that begins in contact, or has just lost it, has come free by then */

static float distance(const fw_motion_t *m, const fw_pose_t *pose) {
  float dx = m->goal.x - pose->x, dy = m->goal.y - pose->y;
  return fw_sqrt(dx * dx + dy * dy);
}

static float turn_left(const fw_motion_t *m, const fw_pose_t *pose) { return fw_wrap(m->goal.theta - pose->theta); }

void fw_motion_start(fw_motion_t *m, const fw_motion_goal_t *goal, const fw_pose_t *pose) {
  m->goal = *goal;
  m->goal.theta = fw_wrap(goal->theta);
  m->active = 1;
  m->result = 0;
  m->start_x = pose->x;
  m->start_y = pose->y;
  m->start_theta = pose->theta;
  m->way = distance(m, pose);
  m->dir_x = m->way > 1e-6f ? (goal->x - pose->x) / m->way : 0.0f;
  m->dir_y = m->way > 1e-6f ? (goal->y - pose->y) / m->way : 0.0f;
  m->turn = turn_left(m, pose);
  float arc = FW_BASE_RADIUS * fw_abs(m->turn);
  m->length = m->way > arc ? m->way : arc;
  m->s = m->v = 0.0f;
  m->best = m->way + arc;
  m->since_best_ms = m->settled_ms = m->bumper_open_ms = m->bumper_closed_ms = m->held_ms = 0;
}

/* The trapezoid without a clock: never faster than top, than a_max from the start, or than can be braked. */
static void reference_step(fw_motion_t *m, float top, float lead) {
  float left = m->length - m->s;
  float braking = fw_sqrt(2.0f * m->goal.a_max * left);
  if (lead > LEAD_LIMIT) {
    m->v = 0.0f;
    return;
  }
  float brake = m->goal.a_max > BRAKE ? m->goal.a_max : BRAKE;
  m->v = fw_slew(m->v, top, (m->v > top ? brake : m->goal.a_max) * FW_TICK_S);
  if (m->v > braking) m->v = braking;
  m->s += m->v * FW_TICK_S;
  if (m->length - m->s < 4e-6f) {
    m->s = m->length;
    m->v = 0.0f;
  }
}

static void follow(const fw_motion_t *m, const fw_pose_t *pose, float scale, fw_twist_t *want) {
  float share = m->length > 0.0f ? m->s / m->length : 1.0f;
  float ex = m->start_x + (m->goal.x - m->start_x) * share - pose->x;
  float ey = m->start_y + (m->goal.y - m->start_y) * share - pose->y;
  float et = fw_wrap(m->start_theta + m->turn * share - pose->theta);
  float rate = m->length > 0.0f ? m->v / m->length : 0.0f;
  if (rate == 0.0f && ex * ex + ey * ey < DEADBAND * DEADBAND) ex = ey = 0.0f;
  if (rate == 0.0f && fw_abs(et) * FW_BASE_RADIUS < DEADBAND) et = 0.0f;
  float vx = m->dir_x * m->way * rate + GAIN * ex;
  float vy = m->dir_y * m->way * rate + GAIN * ey;
  float wz = m->turn * rate + GAIN * et;
  /* at the scale 1 that is v_max + TRIM, and at 0 what is left of the braking */
  float top = m->goal.v_max * scale, limit = (m->v > top ? m->v : top) + TRIM * scale;
  float speed = fw_sqrt(vx * vx + vy * vy);
  if (speed > limit) {
    vx *= limit / speed;
    vy *= limit / speed;
  }
  want->vx = pose->cosine * vx + pose->sine * vy;
  want->vy = pose->cosine * vy - pose->sine * vx;
  want->wz = fw_slew(0.0f, wz, limit / FW_BASE_RADIUS);
}

static int slipped(fw_motion_t *m, const fw_pose_t *pose, int bumper) {
  float dx = pose->x - m->start_x, dy = pose->y - m->start_y;
  m->bumper_open_ms = bumper ? 0 : m->bumper_open_ms + 1u;
  int due = dx * dx + dy * dy > PUSH_CONTACT * PUSH_CONTACT || m->s >= m->length;
  return due && m->bumper_open_ms > BUMPER_BOUNCE_MS;
}

/* Something is in the way, and has been for as long as the host wants to wait. */
static int obstructed(fw_motion_t *m, const fw_leave_t *leave) {
  m->held_ms++;
  return leave->hold_ms != 0 && m->held_ms >= leave->hold_ms;
}

/* MoveTo: something is there that was not to be. */
static int touched(fw_motion_t *m, const fw_pose_t *pose, int bumper, float off) {
  float dx = pose->x - m->start_x, dy = pose->y - m->start_y;
  m->bumper_closed_ms = bumper ? m->bumper_closed_ms + 1u : 0;
  return m->bumper_closed_ms >= CONTACT_MS && off > DOCK && dx * dx + dy * dy > LEAVE * LEAVE;
}

static int stalled(fw_motion_t *m, float remaining) {
  m->since_best_ms++;
  if (remaining < m->best - PROGRESS) {
    m->best = remaining;
    m->since_best_ms = 0;
  }
  return m->since_best_ms >= STALL_MS;
}

uint8_t fw_motion_step(fw_motion_t *m, const fw_pose_t *pose, const fw_leave_t *leave, int standing, int bumper, fw_twist_t *want) {
  want->vx = want->vy = want->wz = 0.0f;
  if (m->result) return standing ? m->result : 0;

  float off = distance(m, pose), turn = fw_abs(turn_left(m, pose));
  int arrived = off <= ARRIVED && turn <= ARRIVED_ANGLE;
  float travelled = (pose->x - m->start_x) * m->dir_x + (pose->y - m->start_y) * m->dir_y;
  float share = m->goal.v_max * leave->share < SLOWEST ? 0.0f : leave->share;
  /* a base that is kept from moving neither stalls nor slips, and its time to settle has not begun */
  int held = share == 0.0f && (m->s < m->length || !arrived);
  if (held) m->bumper_open_ms = 0;
  else m->held_ms = 0;
  reference_step(m, m->goal.v_max * share, m->way < m->length ? 0.0f : m->s - travelled);
  if (held && obstructed(m, leave)) m->result = FWP_DONE_STATUS_OBSTRUCTED;
  if (!held && m->goal.push && slipped(m, pose, bumper)) m->result = FWP_DONE_STATUS_SLIP;
  if (!m->goal.push && touched(m, pose, bumper, off)) m->result = FWP_DONE_STATUS_CONTACT;
  if (!held && stalled(m, off + FW_BASE_RADIUS * turn) && !arrived) m->result = FWP_DONE_STATUS_STALLED;
  if (m->result) return 0;

  follow(m, pose, share, want);
  if (m->s < m->length || held) return 0;
  m->settled_ms++;
  if (m->settled_ms < m->goal.settle_ms) return 0;
  /* near enough: friction would hold the base in the last millimetres for as long as it is asked to go there */
  if (arrived) want->vx = want->vy = want->wz = 0.0f;
  if (arrived && standing) return FWP_DONE_STATUS_OK;
  if (m->settled_ms >= m->goal.settle_ms + OVERTIME_MS) m->result = FWP_DONE_STATUS_OFF_TARGET;
  return 0;
}

uint8_t fw_motion_error_mm(const fw_motion_t *m, const fw_pose_t *pose) {
  float mm = distance(m, pose) * 1000.0f + 0.5f;
  return mm >= 255.0f ? 255u : (uint8_t)mm;
}
