/* board_stm32f4.c - hardware: STM32F405 at 168 MHz. Pins: pins.h. Constants of the robot: calibration.h. */
#include "board.h"
#include "calibration.h"
#include "pins.h"
#include "stm32f4.h"
#include "timebase.h"
#include "uart.h"

#define APB2_HZ 84000000u
#define TIMER_MHZ 84u     /* timers on APB1; those on APB2 run at 168 MHz */
#define PWM_TOP 8399u     /* 20 kHz, inaudible */
#define PATIENCE 1000000u /* iterations of a loop that waits for hardware: about 50 ms */

static const uint32_t ENCODERS[FW_WHEELS] = {TIM3, TIM4, TIM5};
static uart_t link;
static fw_encoder_t wheels[FW_WHEELS];
static float lift, rotator;
static const pin_t VALVES[FW_CUPS] = {PIN_VALVE_0, PIN_VALVE_1, PIN_VALVE_2, PIN_VALVE_3};

#define KEPT 0x5afe0000u
/* the cups on vacuum, and their complement with a marker: RAM that survives a reset, and is random after power-up */
__attribute__((section(".noinit"))) static volatile uint32_t kept, kept_check;
static uint8_t kept_valves, reset_cause;

void usart1_handler(void);
void usart1_handler(void) { uart_interrupt(&link); }
void usart2_handler(void);
void usart2_handler(void) {} /* not enabled here */

static int wait_for(volatile const uint32_t *r, uint32_t mask, uint32_t value) {
  for (uint32_t i = 0; i < PATIENCE; i++)
    if ((*r & mask) == value) return 1;
  return 0;
}

/* 168 MHz from the crystal, or from the internal oscillator (1 %: accurate enough for the line) if there is none. */
static int start_clocks(void) {
  RCC_CR |= 1u << 16; /* HSEON */
  uint32_t crystal = (uint32_t)wait_for(&RCC_CR, 1u << 17, 1u << 17);
  uint32_t divider = crystal ? CRYSTAL_MHZ : 16u; /* 1 MHz into the PLL, times 336, / 2 for the core, / 7 for the RNG */
  RCC_PLLCFGR = divider | 336u << 6 | 0u << 16 | crystal << 22 | 7u << 24;
  RCC_CR |= 1u << 24; /* PLLON */
  if (!wait_for(&RCC_CR, 1u << 25, 1u << 25)) return 0;
  FLASH_ACR = 5u | 7u << 8;           /* 5 wait states, prefetch and caches */
  RCC_CFGR = 2u | 5u << 10 | 4u << 13; /* PLL; APB1 / 4, APB2 / 2 */
  return wait_for(&RCC_CFGR, 3u << 2, 2u << 2);
}

static void start_peripheral_clocks(void) {
  RCC_AHB1ENR |= 0xfu;                             /* GPIO A to D */
  RCC_AHB2ENR |= 1u << 6;                          /* RNG */
  RCC_APB1ENR |= 0xfu;                             /* TIM2 to TIM5 */
  RCC_APB2ENR |= 1u << 0 | 1u << 1 | 1u << 4 | 1u << 8; /* TIM1, TIM8, USART1, ADC1 */
  (void)RCC_APB2ENR;                               /* the first access must come after the clock */
}

static void drive_vacuum(uint8_t valves, int pump) {
  pin_set(PIN_PUMP, pump);
  for (unsigned i = 0; i < FW_CUPS; i++) pin_set(VALVES[i], valves >> i & 1);
}

/* Power-up sets other flags besides its own, and every reset pulls the pin: the rarer cause is tested first. */
static uint8_t cause_of(uint32_t flags) {
  if (flags & (RCC_CSR_PORRSTF | RCC_CSR_BORRSTF)) return FWP_RESET_CAUSE_POWER;
  if (flags & RCC_CSR_IWDGRSTF) return FWP_RESET_CAUSE_WATCHDOG;
  if (flags & RCC_CSR_SFTRSTF) return FWP_RESET_CAUSE_SOFTWARE;
  return flags & RCC_CSR_PINRSTF ? FWP_RESET_CAUSE_PIN : FWP_RESET_CAUSE_UNKNOWN;
}

/* A load must not fall because of a watchdog reset: its valves are driven again before they can close. */
static void keep_vacuum(void) {
  reset_cause = cause_of(RCC_CSR);
  RCC_CSR |= RCC_CSR_RMVF;
  if (reset_cause == FWP_RESET_CAUSE_WATCHDOG && kept_check == (KEPT ^ ~kept)) kept_valves = (uint8_t)(kept & 0xfu);
  drive_vacuum(kept_valves, kept_valves != 0);
}

static void start_pwm_channel(uint32_t timer, unsigned channel) {
  TIM_CCR(timer, channel) = 0;
  TIM_CCMR(timer, channel) |= (6u << 4 | 1u << 3) << (channel % 2u ? 0 : 8); /* PWM mode 1, preloaded */
  TIM_CCER(timer) |= 1u << (4u * (channel - 1u));
}

/* Called last, because it locks its settings until the next reset: a runaway program cannot undo the break. While the
 * e-stop's pin is low, and until board_drive switches power on again, the timer holds its outputs low by itself. */
static void start_pwm(uint32_t timer) {
  TIM_PSC(timer) = 0;
  TIM_ARR(timer) = PWM_TOP;
  TIM_EGR(timer) = 1u;
  TIM_BDTR(timer) = TIM_BDTR_BKE | TIM_BDTR_OSSI | TIM_BDTR_LOCK_3; /* break active low, outputs off and driven low */
  TIM_CR1(timer) = 1u | 1u << 7;
}

static void start_encoder(uint32_t timer) {
  TIM_ARR(timer) = 0xffffu;
  TIM_CCMR(timer, 1u) = 1u | 3u << 4 | 1u << 8 | 3u << 12; /* both inputs, filter of 8 samples */
  TIM_SMCR(timer) = 3u;                                    /* count both edges of both */
  TIM_CR1(timer) = 1u;
}

static void start_adc(void) {
  ADC_CCR = 1u << 16;            /* 21 MHz */
  ADC1_SMPR1 = 0333333333u; /* 56 cycles for every channel: 3.2 us each */
  ADC1_SMPR2 = 03333333333u;
  ADC1_SQR1 = 0;                 /* one conversion at a time */
  ADC1_CR2 = 1u;
  timebase_wait_us(10);
}

/* LSI is 17 to 47 kHz: nominally 75 ms, 51 ms at the earliest, 141 ms at the latest. */
static void start_watchdog(void) {
  IWDG_KR = 0xccccu;
  IWDG_KR = 0x5555u;
  IWDG_PR = 3u; /* / 32 */
  IWDG_RLR = 75u;
  (void)wait_for(&IWDG_SR, 3u, 0u);
  IWDG_KR = 0xaaaau;
}

/* A debugger that halts the core stops the PWM with it. The watchdog keeps running, unless the debugger says otherwise. */
static void obey_debugger(void) {
  DBGMCU_APB2_FZ |= DBGMCU_TIM1_STOP | DBGMCU_TIM8_STOP;
  DBGMCU_APB1_FZ &= ~DBGMCU_IWDG_STOP;
}

void board_start(void) {
  start_peripheral_clocks();
  obey_debugger();
  pins_start();
  keep_vacuum();
  if (!start_clocks()) /* no serial line and no time base: all motors are off, nothing can move */
    for (;;) {
    }
  for (unsigned channel = 1; channel <= FW_WHEELS; channel++) start_pwm_channel(TIM8, channel);
  start_pwm_channel(TIM1, 1);
  start_pwm_channel(TIM1, 4);
  start_pwm(TIM8);
  start_pwm(TIM1);
  for (unsigned i = 0; i < FW_WHEELS; i++) start_encoder(ENCODERS[i]);
  timebase_start(TIMER_MHZ);
  start_adc();
  uart_start(&link, USART1, IRQ_USART1, APB2_HZ, LINK_BAUD);
  start_watchdog();
}

uint32_t board_boot_id(void) {
  RNG_CR = 1u << 2;
  if (wait_for(&RNG_SR, 1u, 1u)) return RNG_DR;
  /* if the generator is broken: chip number and the jitter between crystal and start-up */
  return UNIQUE_ID(0) * 2654435761u ^ UNIQUE_ID(1) ^ SYST_CVR << 8 ^ timebase_us();
}

uint8_t board_reset_cause(void) { return reset_cause; }
uint8_t board_kept_valves(void) { return kept_valves; }
uint32_t board_us(void) { return timebase_us(); }
size_t board_link_read(uint8_t *dst, size_t cap) { return uart_read(&link, dst, cap); }
uint32_t board_link_lost(void) { return link.lost; }
size_t board_link_room(void) { return uart_room(&link); }
void board_link_write(const uint8_t *p, size_t n) { uart_write(&link, p, n); }

/* A conversion that does not finish gives NaN, which meets no threshold: no cup holds and no travel has arrived. */
static float analog(unsigned channel, float zero, float slope) {
  ADC1_SQR3 = channel;
  ADC1_SR = 0;
  ADC1_CR2 = 1u | 1u << 30; /* SWSTART */
  for (uint32_t i = 0; i < 1000u; i++)
    if (ADC1_SR & 2u) return ((float)(ADC1_DR & 0xfffu) - zero) * slope;
  return __builtin_nanf("");
}

static uint16_t millivolts(float value) { return value >= 0.0f && value <= 65535.0f ? (uint16_t)value : 0u; }

void board_sense(fw_sense_t *sense) {
  for (unsigned i = 0; i < FW_WHEELS; i++)
    sense->wheels[i] = fw_encoder_speed(&wheels[i], (uint16_t)TIM_CNT(ENCODERS[i]), WHEEL_COUNTS_PER_TURN);
  for (unsigned i = 0; i < FW_CUPS; i++) {
    float kpa = analog(10u + i, PRESSURE_ZERO, PRESSURE_SLOPE);
    sense->vacuum_kpa[i] = kpa < 0.0f ? 0.0f : kpa;
  }
  sense->lift = lift = analog(14u, LIFT_ZERO, LIFT_SLOPE);
  sense->rotator = rotator = analog(15u, ROTATOR_ZERO, ROTATOR_SLOPE);
  sense->battery_mv = millivolts(analog(4u, 0.0f, BATTERY_SLOPE));
  sense->estop = !pin_get(PIN_ESTOP) || !pin_get(PIN_ESTOP_WHEELS);
  sense->bumper = !pin_get(PIN_BUMPER);
}

/* duty -1..1 to a bridge with a direction input */
static void bridge(uint32_t timer, unsigned channel, pin_t direction, float duty) {
  pin_set(direction, duty > 0.0f);
  TIM_CCR(timer, channel) = (uint32_t)((duty < 0.0f ? -duty : duty) * (float)PWM_TOP);
}

/* Full travel to an end by position sensor; brakes if `moves` is 0, on arrival, and if the sensor fails. */
static void travel(unsigned channel, pin_t direction, pin_t brake, float way, float duty, int moves) {
  int go = moves && (way > TRAVEL_TOLERANCE || way < -TRAVEL_TOLERANCE);
  bridge(TIM1, channel, direction, !go ? 0.0f : way > 0.0f ? duty : -duty);
  pin_set(brake, go);
}

/* Switches enable pin and timer outputs together. While the e-stop is pressed the timers cannot be switched on. */
static void power(int on) {
  pin_set(PIN_MOTOR_ENABLE, on);
  if (on) {
    TIM_BDTR(TIM1) |= TIM_BDTR_MOE;
    TIM_BDTR(TIM8) |= TIM_BDTR_MOE;
  } else {
    TIM_BDTR(TIM1) &= ~TIM_BDTR_MOE;
    TIM_BDTR(TIM8) &= ~TIM_BDTR_MOE;
  }
}

void board_drive(const fw_drive_t *drive) {
  static const pin_t DIRECTIONS[FW_WHEELS] = {PIN_WHEEL_0_DIRECTION, PIN_WHEEL_1_DIRECTION, PIN_WHEEL_2_DIRECTION};
  static const pin_t CLUTCHES[FW_CUPS] = {PIN_CLUTCH_0, PIN_CLUTCH_1, PIN_CLUTCH_2, PIN_CLUTCH_3};
  int moves = drive->motors_enabled && drive->gripper_moves;
  power(drive->motors_enabled);
  for (unsigned i = 0; i < FW_WHEELS; i++) bridge(TIM8, i + 1u, DIRECTIONS[i], drive->duty[i]);
  travel(1u, PIN_LIFT_DIRECTION, PIN_LIFT_BRAKE, (float)drive->lift - lift, LIFT_DUTY, moves);
  travel(4u, PIN_ROTATOR_DIRECTION, PIN_ROTATOR_BRAKE, (float)drive->rotator - rotator, ROTATOR_DUTY, moves);
  drive_vacuum(drive->valves, drive->pump);
  for (unsigned i = 0; i < FW_CUPS; i++) pin_set(CLUTCHES[i], drive->rotate_mask >> i & 1);
  kept = drive->valves;
  kept_check = KEPT ^ ~kept;
}

void board_feed_watchdog(void) { IWDG_KR = 0xaaaau; }

static int bytes_wait(void) { return uart_waiting(&link); }
void board_idle(uint32_t due_us) { timebase_sleep(due_us, bytes_wait); }

void board_safe(void) {
  power(0);
  pin_set(PIN_LIFT_BRAKE, 0);
  pin_set(PIN_ROTATOR_BRAKE, 0);
}
