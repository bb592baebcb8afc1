#include "fw_gripper.h"
#include "../gen/fwp_msgs.h"
#include "fw_math.h"

#define LIFT_MS 1200u
#define DWELL_MS 1600u
#define REGRIP_OPEN_MS 300u  /* vent the failing cups ... */
#define REGRIP_DWELL_MS 700u /* ... and try again: 1.0 s a round */
#define VENT_MS 600u
#define ROTATE_MS 3000u
#define LATE_MS 1000u /* a sensor may be this much behind the nominal time */
#define ARRIVED 0.03f
#define REST_PER_MILLE 29u /* ARRIVED as a share of time; less a tick, in which a command only lifts the brake */
#define HOLDING_KPA 35.0f /* a held block gives 60, open air below 15 */
#define LOST_KPA 25.0f
#define LOST_MS 100u

enum { STEP_DOWN, STEP_DWELL, STEP_OPEN, STEP_REDWELL, STEP_VENT, STEP_UP, STEP_TURN };

static int at(float position, uint8_t target) { return fw_abs(position - (float)target) < ARRIVED; }

int fw_lift_up(const fw_gripper_sense_t *sense) { return at(sense->lift, 0); }

int fw_gripper_ready(const fw_gripper_t *g, uint8_t kind, uint8_t mask, const fw_gripper_sense_t *sense) {
  int rotate = kind == FWP_ID_ROTATE;
  if (rotate && !fw_lift_up(sense)) return 0;
  /* from half way only the turn that was cut off goes on, so that its blocks end turned */
  return at(sense->rotator, g->rotator) || (rotate && mask == g->rotate_mask);
}

static void enter(fw_gripper_t *g, uint8_t step) {
  g->step = step;
  g->step_ms = g->agreed_ms = 0;
}

/* How much of a turn is done: one that was cut off takes only the time of the rest, or it would end long after it. */
static uint32_t turned_ms(const fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  float left = fw_abs(sense->rotator - (float)g->rotator);
  return left < 1.0f ? (uint32_t)((1.0f - left) * (float)(ROTATE_MS - 1u)) : 0u;
}

void fw_gripper_start(fw_gripper_t *g, uint8_t kind, uint8_t mask, uint8_t regrips, const fw_gripper_sense_t *sense) {
  g->kind = kind;
  g->mask = mask;
  g->regrips = regrips;
  if (kind == FWP_ID_ROTATE) {
    g->rotate_mask = mask;
    g->lift = 0; /* it is up and stays there, wherever an aborted command wanted it */
    if (at(sense->rotator, g->rotator)) g->rotator ^= 1u;
    enter(g, STEP_TURN);
    g->step_ms = turned_ms(g, sense);
    return;
  }
  if (kind == FWP_ID_GRIP) g->pump = 1; /* the reservoir is empty until the cups arrive */
  g->lift = 1;
  enter(g, STEP_DOWN);
}

uint8_t fw_gripper_holding(const fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  uint8_t bits = 0;
  for (unsigned i = 0; i < FW_CUPS; i++)
    if (sense->vacuum_kpa[i] >= HOLDING_KPA) bits |= (uint8_t)(1u << i);
  return bits & g->valves;
}

/* the brakes fall behind these steps: they must have reached their very end, not only the reach of the sensor */
static int is_last(uint8_t step) { return step == STEP_UP || step == STEP_TURN; }

/* 0 = goes on; 1 = over; 2 = the sensor did not follow */
static int step_over(const fw_gripper_t *g, uint32_t nominal_ms) {
  /* the sensor agrees a little early; the rest of the way takes its share of the time, on a slow robot as well */
  uint32_t rest_ms = is_last(g->step) ? g->step_ms * REST_PER_MILLE / 1000u : 0u;
  if (g->step_ms < nominal_ms) return 0;
  if (g->agreed_ms > rest_ms) return 1;
  return g->step_ms >= nominal_ms + LATE_MS ? 2 : 0;
}

static uint8_t finish(fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  uint8_t holding = fw_gripper_holding(g, sense), kind = g->kind;
  g->kind = 0;
  if (kind == FWP_ID_ROTATE) return FWP_DONE_STATUS_OK;
  if (kind == FWP_ID_RELEASE) {
    /* the valve is shut, so the pressure itself tells whether the cup let go */
    for (unsigned i = 0; i < FW_CUPS; i++)
      if ((g->mask >> i & 1u) && sense->vacuum_kpa[i] >= LOST_KPA) return FWP_DONE_STATUS_INCOMPLETE;
    return FWP_DONE_STATUS_OK;
  }
  g->held = holding;
  /* an open cup would eat the vacuum of its neighbours */
  g->valves &= (uint8_t)~(g->mask & ~holding);
  g->pump = g->valves != 0;
  return (holding & g->mask) == g->mask ? FWP_DONE_STATUS_OK : FWP_DONE_STATUS_INCOMPLETE;
}

/* after a dwell: up, or one more round for the cups that hold nothing */
static void judge_grip(fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  uint8_t failing = g->mask & (uint8_t)~fw_gripper_holding(g, sense);
  if (failing && g->regrips > 0) {
    g->regrips--;
    g->valves &= (uint8_t)~failing;
    enter(g, STEP_OPEN);
    return;
  }
  g->lift = 0;
  enter(g, STEP_UP);
}

static uint8_t advance(fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  switch (g->step) {
  case STEP_DOWN:
    if (g->kind == FWP_ID_GRIP) {
      g->valves |= g->mask;
      enter(g, STEP_DWELL);
    } else {
      g->valves &= (uint8_t)~g->mask;
      g->held &= (uint8_t)~g->mask;
      g->pump = g->valves != 0;
      enter(g, STEP_VENT);
    }
    return 0;
  case STEP_OPEN:
    g->valves |= g->mask;
    enter(g, STEP_REDWELL);
    return 0;
  case STEP_DWELL:
  case STEP_REDWELL: judge_grip(g, sense); return 0;
  case STEP_VENT:
    g->lift = 0;
    enter(g, STEP_UP);
    return 0;
  default: return finish(g, sense);
  }
}

/* Nobody commands: a part that stands at an end belongs there, whoever brought it there and whatever was wanted. */
static void follow(fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  if (at(sense->lift, 0)) g->lift = 0;
  if (at(sense->rotator, g->rotator ^ 1u)) g->rotator ^= 1u;
}

uint8_t fw_gripper_step(fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  static const uint32_t NOMINAL_MS[] = {LIFT_MS, DWELL_MS, REGRIP_OPEN_MS, REGRIP_DWELL_MS, VENT_MS, LIFT_MS, ROTATE_MS};
  if (!g->kind) {
    follow(g, sense);
    return 0;
  }
  int agrees = 1;
  if (g->step == STEP_DOWN || g->step == STEP_UP) agrees = at(sense->lift, g->lift);
  if (g->step == STEP_TURN) agrees = at(sense->rotator, g->rotator);
  g->step_ms++;
  g->agreed_ms = agrees ? g->agreed_ms + 1u : 0u;
  int over = step_over(g, NOMINAL_MS[g->step]);
  if (over == 2) {
    g->kind = 0;
    return FWP_DONE_STATUS_TIMEOUT;
  }
  return over ? advance(g, sense) : 0;
}

void fw_gripper_abort(fw_gripper_t *g) { g->kind = 0; }

int fw_gripper_watch(fw_gripper_t *g, const fw_gripper_sense_t *sense) {
  int lost = -1;
  for (int i = 0; i < FW_CUPS; i++) {
    uint8_t bit = (uint8_t)(1u << i);
    int low = (g->held & bit) && sense->vacuum_kpa[i] < LOST_KPA;
    g->lost_ms[i] = low ? (uint16_t)(g->lost_ms[i] + 1u) : 0;
    if (g->lost_ms[i] < LOST_MS || lost >= 0) continue;
    g->held &= (uint8_t)~bit;
    lost = i;
  }
  return lost;
}
