#include "timebase.h"
#include "stm32f4.h"

/* SysTick only wakes the loop. It is not counted: an emulator merges late ticks, and then time would run slow. */
void systick_handler(void);
void systick_handler(void) {}

void timebase_start(uint32_t prescaler, uint32_t core_hz) {
  TIM_PSC(TIM2) = prescaler - 1u;
  TIM_ARR(TIM2) = 0xffffffffu;
  TIM_EGR(TIM2) = 1u; /* loads the prescaler */
  TIM_CR1(TIM2) = 1u;
  SYST_RVR = core_hz / 1000u - 1u;
  SYST_CVR = 0;
  SYST_CSR = 7u; /* core clock, interrupt, on */
}

uint32_t timebase_us(void) { return TIM_CNT(TIM2); }

void timebase_wait_us(uint32_t us) {
  uint32_t from = timebase_us();
  while (timebase_us() - from < us) {
  }
}

void timebase_sleep(uint32_t due_us, int (*work)(void)) {
  /* WFI wakes by a pending interrupt also while interrupts are off: none can slip in between question and sleep */
  __asm volatile("cpsid i" ::: "memory");
  if (!work() && (int32_t)(timebase_us() - due_us) < 0) __asm volatile("dsb\n wfi" ::: "memory");
  __asm volatile("cpsie i\n isb" ::: "memory");
}
