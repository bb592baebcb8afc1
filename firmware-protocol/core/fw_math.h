/* fw_math.h - the little arithmetic that the core needs without libm: float only, same bits on every target. */
#ifndef FW_MATH_H
#define FW_MATH_H

#define FW_PI 3.14159265f

float fw_abs(float v);
float fw_sqrt(float v); /* 0 for v <= 0 */
float fw_wrap(float angle); /* into -pi..pi; |angle| <= 3 pi */
void fw_sincos(float angle, float *sine, float *cosine); /* |angle| <= pi, error below 1e-6 */
/* v, moved towards target by step at most */
float fw_slew(float v, float target, float step);
/* sum += v with the lost low bits kept in carry (Kahan): a day of 1 ms steps must not drift */
void fw_accumulate(float *sum, float *carry, float v);
#endif
