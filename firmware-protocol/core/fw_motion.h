/* fw_motion.h - MoveTo and Push: a reference runs along a straight line with a trapezoidal speed profile; the base
   follows it by feed-forward and position error, so that it arrives in time and on the spot. */
#ifndef FW_MOTION_H
#define FW_MOTION_H
#include "fw_base.h"
#include <stdint.h>

typedef struct {
  float x, y, theta; /* target */
  float v_max, a_max;
  uint16_t settle_ms;
  uint8_t push; /* the bumper must be closed from 60 mm on */
} fw_motion_goal_t;

typedef struct {
  fw_motion_goal_t goal;
  uint8_t active, result; /* result: why it ramps down, 0 while it drives */
  float start_x, start_y, start_theta, turn;
  float dir_x, dir_y, length; /* unit direction; the longer of way and arc, so that pure turns have a profile too */
  float way;                  /* metres of the straight line */
  float s, v;                 /* the reference: metres along length, m/s */
  float best;                 /* smallest distance to the target so far */
  uint32_t since_best_ms, settled_ms, bumper_open_ms, bumper_closed_ms, held_ms;
} fw_motion_t;

/* What a motion may do in this tick. */
typedef struct {
  float share;      /* of v_max; 0 = the base brakes and waits */
  uint16_t hold_ms; /* it waits for so long at most; 0 = for ever */
} fw_leave_t;

void fw_motion_start(fw_motion_t *m, const fw_motion_goal_t *goal, const fw_pose_t *pose);
/* One tick: the wanted twist, robot frame. Returns a DoneStatus when the command ends, else 0. */
uint8_t fw_motion_step(fw_motion_t *m, const fw_pose_t *pose, const fw_leave_t *leave, int standing, int bumper, fw_twist_t *want);
/* millimetres to the target, at most 255 */
uint8_t fw_motion_error_mm(const fw_motion_t *m, const fw_pose_t *pose);
#endif
