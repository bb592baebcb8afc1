#include "wheel_loop.h"
#include "calibration.h"

#define TWO_PI 6.2831853f
#define WINDOW_S ((float)WHEEL_WINDOW * 0.001f)
#define STEP_S 0.001f
#define RUNAWAY_MS 100u

static float clamp(float v, float limit) { return v > limit ? limit : v < -limit ? -limit : v; }

float wheel_loop_measure(wheel_loop_t *w, uint16_t count) {
  /* the difference of two 16-bit counters is right across their wrap */
  int16_t moved = (int16_t)(uint16_t)(count - w->counts[w->at]);
  w->counts[w->at] = count;
  w->at = (uint8_t)((w->at + 1u) % WHEEL_WINDOW);
  w->speed = (float)moved * (TWO_PI / (WHEEL_COUNTS_PER_TURN * WINDOW_S));
  return w->speed;
}

static void watch(wheel_loop_t *w, float duty) {
  int against = (duty >= 1.0f && w->speed < 0.0f) || (duty <= -1.0f && w->speed > 0.0f);
  if (w->against_ms >= RUNAWAY_MS) return;
  w->against_ms = against ? (uint8_t)(w->against_ms + 1u) : 0u;
}

float wheel_loop_duty(wheel_loop_t *w, float setpoint) {
  if (setpoint == 0.0f && w->speed == 0.0f) w->integral = 0.0f;
  float error = setpoint - w->speed;
  w->integral = clamp(w->integral + error * (WHEEL_GAIN_INTEGRAL * STEP_S), 1.0f);
  float duty = clamp(setpoint / WHEEL_TOP_SPEED + error * WHEEL_GAIN + w->integral, 1.0f);
  watch(w, duty);
  return duty;
}

void wheel_loop_rest(wheel_loop_t *w) {
  w->integral = 0.0f;
  w->against_ms = 0;
}

int wheel_loop_runaway(const wheel_loop_t *w) { return w->against_ms >= RUNAWAY_MS; }
