#include "fw_math.h"
#include <stdint.h>

float fw_abs(float v) { return v < 0.0f ? -v : v; }

float fw_sqrt(float v) {
  union { float f; uint32_t u; } guess;
  if (!(v > 0.0f)) return 0.0f;
  /* halving the exponent gives 3 % accuracy; each Newton step doubles the digits */
  guess.f = v;
  guess.u = (guess.u >> 1) + 0x1fbd1df5u;
  for (int i = 0; i < 3; i++) guess.f = 0.5f * (guess.f + v / guess.f);
  return guess.f;
}

float fw_wrap(float angle) {
  if (angle > FW_PI) return angle - 2.0f * FW_PI;
  if (angle < -FW_PI) return angle + 2.0f * FW_PI;
  return angle;
}

void fw_sincos(float angle, float *sine, float *cosine) {
  /* a quarter of the angle lies within pi/4, where the short series is exact to float; then double it twice */
  float q = angle * 0.25f, q2 = q * q;
  float s = q * (1.0f - q2 * (1.0f / 6.0f) * (1.0f - q2 * (1.0f / 20.0f) * (1.0f - q2 * (1.0f / 42.0f) * (1.0f - q2 * (1.0f / 72.0f)))));
  float c = 1.0f - q2 * 0.5f * (1.0f - q2 * (1.0f / 12.0f) * (1.0f - q2 * (1.0f / 30.0f) * (1.0f - q2 * (1.0f / 56.0f))));
  for (int i = 0; i < 2; i++) {
    float s2 = 2.0f * s * c;
    c = 1.0f - 2.0f * s * s;
    s = s2;
  }
  *sine = s;
  *cosine = c;
}

float fw_slew(float v, float target, float step) {
  if (target > v + step) return v + step;
  if (target < v - step) return v - step;
  return target;
}

void fw_accumulate(float *sum, float *carry, float v) {
  float y = v - *carry;
  float t = *sum + y;
  *carry = (t - *sum) - y;
  *sum = t;
}
