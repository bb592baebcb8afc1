/* board_qemu.c - qemu-system-arm -M netduinoplus2 (STM32F405), QEMU 7.2 or later. The robot's line is USART1; the plant
   is a simulation behind USART2 (../host/plant_link.h). There are no clocks, pins, PWM, encoders or watchdog to drive. */
#include "../host/plant_link.h"
#include "board.h"
#include "stm32f4.h"
#include "timebase.h"
#include "uart.h"

#define CORE_HZ 168000000u
/* TIM2 counts at 1 GHz in QEMU 7.2, whatever the prescaler of the bus says; -DQEMU_TIMER_MHZ=... for another release */
#ifndef QEMU_TIMER_MHZ
#define QEMU_TIMER_MHZ 1000u
#endif
#define PLANT_WAIT_US 1000000u
#define ANSWER_US 2000u

static uart_t link, plant_line;
static plant_link_t plant;

/* QEMU 7.2 has no compare interrupts, so SysTick wakes the loop. Its ticks are not counted: late ones are merged. */
void systick_handler(void);
void systick_handler(void) {}
void usart1_handler(void);
void usart1_handler(void) { uart_interrupt(&link); }
void usart2_handler(void);
void usart2_handler(void) { uart_interrupt(&plant_line); }

/* QEMU 7.2 raises no transmit interrupt and accepts every byte at once: do the interrupt's work here. */
static void send(uart_t *u, const uint8_t *p, size_t n) {
  uart_write(u, p, n);
  __asm volatile("cpsid i" ::: "memory");
  while (uart_room(u) < UART_RING) uart_interrupt(u);
  __asm volatile("cpsie i" ::: "memory");
}

static void hear_plant(void) {
  uint8_t bytes[64];
  size_t n;
  while ((n = uart_read(&plant_line, bytes, sizeof bytes)) > 0) plant_link_feed(&plant, bytes, n);
}

void board_start(void) {
  timebase_start(QEMU_TIMER_MHZ);
  SYST_RVR = CORE_HZ / 1000u - 1u;
  SYST_CVR = 0;
  SYST_CSR = 7u; /* core clock, interrupt, on */
  plant_link_start(&plant);
  uart_start(&link, USART1, IRQ_USART1, 84000000u, 921600u);
  uart_start(&plant_line, USART2, IRQ_USART2, 42000000u, 921600u);
  uint32_t from = timebase_us();
  while (!plant.known && timebase_us() - from < PLANT_WAIT_US) hear_plant();
}

uint32_t board_boot_id(void) { return plant.seed; }
uint8_t board_reset_cause(void) { return FWP_RESET_CAUSE_UNKNOWN; }
uint8_t board_kept_valves(void) { return 0; }

uint32_t board_us(void) {
  hear_plant();
  return plant_link_clock(&plant, timebase_us());
}

size_t board_link_read(uint8_t *dst, size_t cap) { return uart_read(&link, dst, cap); }
uint32_t board_link_lost(void) { return link.lost; }
size_t board_link_room(void) { return uart_room(&link); }
void board_link_write(const uint8_t *p, size_t n) { send(&link, p, n); }

void board_sense(fw_sense_t *sense) { *sense = plant.sense; }

void board_drive(const fw_drive_t *drive) {
  uint8_t frame[FW_FRAME_CODED];
  size_t n = plant_link_drive(&plant, drive, frame);
  if (n > 0) send(&plant_line, frame, n);
}

void board_feed_watchdog(void) {}

static int bytes_wait(void) { return uart_waiting(&link) || uart_waiting(&plant_line); }

/* SysTick ends a sleep within a millisecond, and so does the plant's answer while one is owed. */
void board_idle(uint32_t due_us) {
  timebase_sleep(plant.owed ? timebase_us() + ANSWER_US : due_us + plant.held_us, bytes_wait);
}

void board_safe(void) {} /* a plant that receives no more drives stops */
