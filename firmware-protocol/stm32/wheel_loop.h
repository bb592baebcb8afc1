/* wheel_loop.h - one wheel: speed from encoder counts, duty from the speed's error. One step a millisecond. */
#ifndef WHEEL_LOOP_H
#define WHEEL_LOOP_H
#include <stdint.h>

#define WHEEL_WINDOW 8u /* ms over which the speed is measured: one count is 0.19 rad/s at 4096 counts a turn */

typedef struct {
  uint16_t counts[WHEEL_WINDOW];
  uint8_t at;
  float speed, integral;
} wheel_loop_t;

float wheel_loop_measure(wheel_loop_t *w, uint16_t count); /* count: free-running encoder; returns rad/s */
float wheel_loop_duty(wheel_loop_t *w, float setpoint);    /* -1..1; 0 for setpoint 0 on a standing wheel */
void wheel_loop_rest(wheel_loop_t *w);                     /* motors are cut: forget the error */
#endif
