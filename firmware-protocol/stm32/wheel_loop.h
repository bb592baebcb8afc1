/* wheel_loop.h - one wheel: speed from encoder counts, duty from the speed's error. One step a millisecond. */
#ifndef WHEEL_LOOP_H
#define WHEEL_LOOP_H
#include <stdint.h>

#define WHEEL_WINDOW 8u /* ms over which the speed is measured: one count is 0.19 rad/s at 4096 counts a turn */

typedef struct {
  uint16_t counts[WHEEL_WINDOW];
  uint8_t at;
  float speed, integral;
  uint8_t against_ms; /* how long full duty has been answered by motion the other way */
} wheel_loop_t;

float wheel_loop_measure(wheel_loop_t *w, uint16_t count); /* count: free-running encoder; returns rad/s */
float wheel_loop_duty(wheel_loop_t *w, float setpoint);    /* -1..1; 0 for setpoint 0 on a standing wheel */
void wheel_loop_rest(wheel_loop_t *w);                     /* motors are cut: forget the error */
/* 1 = full duty one way has gone with motion the other way for 100 ms: encoder or bridge is crossed, and setpoint 0 would
   not stop this wheel. Stays 1 until wheel_loop_rest. No healthy wheel brakes that long at full duty. */
int wheel_loop_runaway(const wheel_loop_t *w);
#endif
