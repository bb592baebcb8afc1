/* timebase.h - microseconds from TIM2, sleep until something happens. */
#ifndef TIMEBASE_H
#define TIMEBASE_H
#include <stdint.h>

/* prescaler: makes 1 MHz of the timer's clock; core_hz: clock of SysTick */
void timebase_start(uint32_t prescaler, uint32_t core_hz);
uint32_t timebase_us(void);
void timebase_wait_us(uint32_t us);
/* Returns at the next interrupt, 1 ms later at the latest; at once if work() says so or `due_us` has come. */
void timebase_sleep(uint32_t due_us, int (*work)(void));
#endif
