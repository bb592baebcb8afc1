/* timebase.h - microseconds from TIM2, sleep until something happens. */
#ifndef TIMEBASE_H
#define TIMEBASE_H
#include <stdint.h>

/* prescaler: makes 1 MHz of the timer's clock */
void timebase_start(uint32_t prescaler);
uint32_t timebase_us(void);
void timebase_wait_us(uint32_t us);
/* Returns at `due_us`, by the timer's compare interrupt, or at an interrupt before it; at once if work() says so or `due_us` has come. */
void timebase_sleep(uint32_t due_us, int (*work)(void));
#endif
