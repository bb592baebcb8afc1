#include "pins.h"
#include "stm32f4.h"

enum { INPUT = 0, OUTPUT = 1, ALTERNATE = 2, ANALOG = 3 }; /* MODER */
enum { NONE = 0, UP = 1, DOWN = 2 };                       /* PUPDR */

typedef struct {
  char port;
  uint8_t pin, mode, af, pull;
} wiring_t;

#define WIRING(name, port, pin, mode, af, pull) {port, pin, mode, af, pull},
static const wiring_t WIRINGS[PIN_COUNT] = {PIN_TABLE(WIRING)};
#undef WIRING

static void field(volatile uint32_t *r, unsigned width, unsigned at, uint32_t value) {
  uint32_t mask = ((1u << width) - 1u) << (at * width);
  *r = (*r & ~mask) | (value << (at * width));
}

void pins_start(void) {
  for (unsigned i = 0; i < PIN_COUNT; i++) {
    const wiring_t *w = &WIRINGS[i];
    uint32_t base = GPIO(w->port);
    if (w->mode == OUTPUT) pin_set((pin_t)i, 0); /* before it becomes an output */
    field(&GPIO_AFR(base, w->pin), 4, w->pin % 8u, w->af);
    field(&GPIO_PUPDR(base), 2, w->pin, w->pull);
    field(&GPIO_MODER(base), 2, w->pin, w->mode);
  }
}

void pin_set(pin_t pin, int high) {
  const wiring_t *w = &WIRINGS[pin];
  GPIO_BSRR(GPIO(w->port)) = high ? 1u << w->pin : 1u << (w->pin + 16u);
}

int pin_get(pin_t pin) {
  const wiring_t *w = &WIRINGS[pin];
  return (GPIO_IDR(GPIO(w->port)) >> w->pin & 1u) != 0;
}
