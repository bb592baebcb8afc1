/* startup.c - vector table, reset, faults, and the functions that compilers call even in freestanding code. */
#include "board.h"
#include "stm32f4.h"

extern uint32_t stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];
int main(void);
void reset_handler(void);
/* not every board has both clocks */
void systick_handler(void) __attribute__((weak, alias("stuck")));
void tim2_handler(void) __attribute__((weak, alias("stuck")));
void usart1_handler(void);
void usart2_handler(void);

/* A fault or an unexpected interrupt: cut the motors and wait for the watchdog to restart the board. */
static void stuck(void) {
  __asm volatile("cpsid i");
  board_safe();
  for (;;) {
  }
}

#define IRQS 82
typedef union {
  uint32_t *stack;
  void (*code)(void);
} vector_t;

__attribute__((section(".vectors"), used)) static const vector_t VECTORS[16 + IRQS] = {
    {.stack = stack_top}, {.code = reset_handler},
    {.code = stuck}, {.code = stuck}, {.code = stuck}, {.code = stuck}, {.code = stuck}, /* NMI to usage fault */
    {0}, {0}, {0}, {0}, {.code = stuck}, {.code = stuck}, {0}, {.code = stuck}, {.code = systick_handler},
    [16 ... 16 + IRQ_TIM2 - 1] = {.code = stuck},
    [16 + IRQ_TIM2] = {.code = tim2_handler},
    [16 + IRQ_TIM2 + 1 ... 16 + IRQ_USART1 - 1] = {.code = stuck},
    [16 + IRQ_USART1] = {.code = usart1_handler}, [16 + IRQ_USART2] = {.code = usart2_handler},
    [16 + IRQ_USART2 + 1 ... 16 + IRQS - 1] = {.code = stuck},
};

void reset_handler(void) {
  SCB_CPACR |= 0xfu << 20; /* enables the FPU, before the first float */
  __asm volatile("dsb\n isb");
  const uint32_t *from = data_load;
  for (uint32_t *to = data_start; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  main();
  stuck();
}

void *memcpy(void *dst, const void *src, size_t n);
void *memset(void *dst, int value, size_t n);
/* the names that clang emits for them on Arm (run-time ABI, 4.3.4) */
void __aeabi_memcpy(void *dst, const void *src, size_t n) __attribute__((alias("memcpy")));
void __aeabi_memcpy4(void *dst, const void *src, size_t n) __attribute__((alias("memcpy")));
void __aeabi_memcpy8(void *dst, const void *src, size_t n) __attribute__((alias("memcpy")));
void __aeabi_memclr(void *dst, size_t n);
void __aeabi_memclr4(void *dst, size_t n) __attribute__((alias("__aeabi_memclr")));
void __aeabi_memclr8(void *dst, size_t n) __attribute__((alias("__aeabi_memclr")));

void __aeabi_memclr(void *dst, size_t n) { memset(dst, 0, n); }

void *memcpy(void *dst, const void *src, size_t n) {
  uint8_t *d = dst;
  const uint8_t *s = src;
  while (n--) *d++ = *s++;
  return dst;
}

void *memset(void *dst, int value, size_t n) {
  uint8_t *d = dst;
  while (n--) *d++ = (uint8_t)value;
  return dst;
}
