#include "timebase.h"
#include "stm32f4.h"

void tim2_handler(void);
void tim2_handler(void) { TIM_SR(TIM2) = ~TIM_CC1; }

void timebase_start(uint32_t prescaler) {
  TIM_PSC(TIM2) = prescaler - 1u;
  TIM_ARR(TIM2) = 0xffffffffu;
  TIM_EGR(TIM2) = 1u; /* loads the prescaler */
  TIM_CR1(TIM2) = 1u;
  TIM_DIER(TIM2) = TIM_CC1;
  NVIC_ISER(IRQ_TIM2) = 1u << IRQ_TIM2;
}

uint32_t timebase_us(void) { return TIM_CNT(TIM2); }

void timebase_wait_us(uint32_t us) {
  uint32_t from = timebase_us();
  while (timebase_us() - from < us) {
  }
}

void timebase_sleep(uint32_t due_us, int (*work)(void)) {
  /* a pending interrupt ends WFI even while interrupts are off: none can slip in between check and sleep */
  __asm volatile("cpsid i" ::: "memory");
  /* set before the clock is read: if due_us passes in between, the check below sees it or the interrupt wakes */
  TIM_CCR(TIM2, 1) = due_us;
  if (!work() && (int32_t)(timebase_us() - due_us) < 0) __asm volatile("dsb\n wfi" ::: "memory");
  __asm volatile("cpsie i\n isb" ::: "memory");
}
