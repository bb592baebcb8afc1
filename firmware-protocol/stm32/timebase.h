/* timebase.h - microseconds from TIM2, sleep until something happens. */
#ifndef TIMEBASE_H
#define TIMEBASE_H
#include <stdint.h>

/* prescaler: divides the timer's clock down to 1 MHz */
void timebase_start(uint32_t prescaler);
uint32_t timebase_us(void);
void timebase_wait_us(uint32_t us);
/* Returns at `due_us`, by the timer's compare interrupt, or at an earlier interrupt; at once if work() is true or
   `due_us` has passed. */
void timebase_sleep(uint32_t due_us, int (*work)(void));
#endif
