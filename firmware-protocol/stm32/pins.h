/* pins.h - the one table of pins. STM32F405RG, LQFP64; AF numbers of its data sheet. For another wiring change this
   table, the channels that use it in board_stm32f4.c, and the table in ../README.md. All outputs start low, and low is
   safe: motors off, brakes engaged, pump off, cups vented. Fit pull-downs for the time before the program runs. */
#ifndef PINS_H
#define PINS_H
#include <stdint.h>

/*        name              port pin  mode       AF pull */
#define PIN_TABLE(X) \
  X(PIN_WHEEL_0_PWM,        'C',  6, ALTERNATE, 3, NONE) /* TIM8_CH1, wheel at 60 degrees */ \
  X(PIN_WHEEL_1_PWM,        'C',  7, ALTERNATE, 3, NONE) /* TIM8_CH2, wheel at 180 degrees */ \
  X(PIN_WHEEL_2_PWM,        'C',  8, ALTERNATE, 3, NONE) /* TIM8_CH3, wheel at 300 degrees */ \
  X(PIN_WHEEL_0_DIRECTION,  'B',  0, OUTPUT,    0, NONE) /* high = positive speed */ \
  X(PIN_WHEEL_1_DIRECTION,  'B',  1, OUTPUT,    0, NONE) \
  X(PIN_WHEEL_2_DIRECTION,  'B', 10, OUTPUT,    0, NONE) \
  X(PIN_WHEEL_0_A,          'B',  4, ALTERNATE, 2, UP)   /* TIM3_CH1 */ \
  X(PIN_WHEEL_0_B,          'B',  5, ALTERNATE, 2, UP)   /* TIM3_CH2 */ \
  X(PIN_WHEEL_1_A,          'B',  6, ALTERNATE, 2, UP)   /* TIM4_CH1 */ \
  X(PIN_WHEEL_1_B,          'B',  7, ALTERNATE, 2, UP)   /* TIM4_CH2 */ \
  X(PIN_WHEEL_2_A,          'A',  0, ALTERNATE, 2, UP)   /* TIM5_CH1 */ \
  X(PIN_WHEEL_2_B,          'A',  1, ALTERNATE, 2, UP)   /* TIM5_CH2 */ \
  X(PIN_LIFT_PWM,           'A',  8, ALTERNATE, 1, NONE) /* TIM1_CH1 */ \
  X(PIN_ROTATOR_PWM,        'A', 11, ALTERNATE, 1, NONE) /* TIM1_CH4 */ \
  X(PIN_LIFT_DIRECTION,     'B', 13, OUTPUT,    0, NONE) /* high = down */ \
  X(PIN_ROTATOR_DIRECTION,  'B', 14, OUTPUT,    0, NONE) /* high = towards 1 */ \
  X(PIN_MOTOR_ENABLE,       'B', 15, OUTPUT,    0, NONE) /* all bridges; high = on */ \
  X(PIN_LIFT_BRAKE,         'A',  2, OUTPUT,    0, NONE) /* high = released */ \
  X(PIN_ROTATOR_BRAKE,      'C', 11, OUTPUT,    0, NONE) /* high = released */ \
  X(PIN_PUMP,               'C', 12, OUTPUT,    0, NONE) \
  X(PIN_VALVE_0,            'B',  8, OUTPUT,    0, NONE) /* high = cup on vacuum, low = vented */ \
  X(PIN_VALVE_1,            'B',  9, OUTPUT,    0, NONE) \
  X(PIN_VALVE_2,            'C', 10, OUTPUT,    0, NONE) \
  X(PIN_VALVE_3,            'A',  7, OUTPUT,    0, NONE) \
  X(PIN_CLUTCH_0,           'A',  5, OUTPUT,    0, NONE) /* high = cup follows the rotator */ \
  X(PIN_CLUTCH_1,           'A', 12, OUTPUT,    0, NONE) \
  X(PIN_CLUTCH_2,           'B', 11, OUTPUT,    0, NONE) \
  X(PIN_CLUTCH_3,           'C',  9, OUTPUT,    0, NONE) \
  X(PIN_PRESSURE_0,         'C',  0, ANALOG,    0, NONE) /* ADC1_IN10 */ \
  X(PIN_PRESSURE_1,         'C',  1, ANALOG,    0, NONE) /* ADC1_IN11 */ \
  X(PIN_PRESSURE_2,         'C',  2, ANALOG,    0, NONE) /* ADC1_IN12 */ \
  X(PIN_PRESSURE_3,         'C',  3, ANALOG,    0, NONE) /* ADC1_IN13 */ \
  X(PIN_LIFT_POSITION,      'C',  4, ANALOG,    0, NONE) /* ADC1_IN14 */ \
  X(PIN_ROTATOR_POSITION,   'C',  5, ANALOG,    0, NONE) /* ADC1_IN15 */ \
  X(PIN_BATTERY,            'A',  4, ANALOG,    0, NONE) /* ADC1_IN4 */ \
  X(PIN_ESTOP,              'B', 12, ALTERNATE, 1, DOWN) /* TIM1_BKIN: 3.3 V through the closed contact; low = pressed or broken */ \
  X(PIN_ESTOP_WHEELS,       'A',  6, ALTERNATE, 3, DOWN) /* TIM8_BKIN: the same wire */ \
  X(PIN_BUMPER,             'D',  2, INPUT,     0, UP)   /* switch to ground; low = the shelf touches */ \
  X(PIN_LINK_TX,            'A',  9, ALTERNATE, 7, NONE) /* USART1_TX */ \
  X(PIN_LINK_RX,            'A', 10, ALTERNATE, 7, UP)   /* USART1_RX */

#define PIN_NAME(name, port, pin, mode, af, pull) name,
typedef enum { PIN_TABLE(PIN_NAME) PIN_COUNT } pin_t;
#undef PIN_NAME

void pins_start(void); /* ports A to D must be clocked */
void pin_set(pin_t pin, int high);
int pin_get(pin_t pin);
#endif
