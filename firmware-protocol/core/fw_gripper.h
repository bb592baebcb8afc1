/* fw_gripper.h - four vacuum cups on a lift, and the rotator. Each step ends when its nominal time is over AND the
   position sensor agrees, so that timing is exact on a healthy robot and a jammed lift is noticed on an ill one. */
#ifndef FW_GRIPPER_H
#define FW_GRIPPER_H
#include <stdint.h>

#define FW_CUPS 4

typedef struct {
  uint8_t pump, valves, lift, rotator, rotate_mask; /* as in fw_drive_t; keep their values when nobody commands */
  uint8_t held;                                     /* cups that were holding when the last grip ended */
  uint8_t kind, step, mask, regrips;                /* kind: message id of the running command, 0 = none */
  uint32_t step_ms, agreed_ms;                      /* of the step; since the sensor shows its target */
  uint16_t lost_ms[FW_CUPS];
} fw_gripper_t;

typedef struct {
  float vacuum_kpa[FW_CUPS], lift, rotator;
} fw_gripper_sense_t;

/* 1 = the sensors are where a command of this kind must start */
int fw_gripper_ready(const fw_gripper_t *g, uint8_t kind, uint8_t mask, const fw_gripper_sense_t *sense);
void fw_gripper_start(fw_gripper_t *g, uint8_t kind, uint8_t mask, uint8_t regrips, const fw_gripper_sense_t *sense);
/* One tick. Returns a DoneStatus when the command ends, else 0. */
uint8_t fw_gripper_step(fw_gripper_t *g, const fw_gripper_sense_t *sense);
/* Forgets the command: the brakes fall on lift and rotator; pump and valves stay, a dropped load is the worse failure. */
void fw_gripper_abort(fw_gripper_t *g);
/* bit per cup: connected and holding */
uint8_t fw_gripper_holding(const fw_gripper_t *g, const fw_gripper_sense_t *sense);
/* One tick: index of a cup that just lost its block, or -1. */
int fw_gripper_watch(fw_gripper_t *g, const fw_gripper_sense_t *sense);
int fw_lift_up(const fw_gripper_sense_t *sense);
#endif
