/* uart.h - a USART with a ring in each direction, both moved by its interrupt. 8N1, no flow control. */
#ifndef UART_H
#define UART_H
#include <stddef.h>
#include <stdint.h>

#define UART_RING 1024u /* power of two: 11 ms at 921600 baud */

typedef struct {
  uint32_t base;
  /* each index has one writer: the interrupt writes rx_head and tx_tail, the main loop rx_tail and tx_head */
  volatile uint32_t rx_head, rx_tail, tx_head, tx_tail;
  volatile uint32_t lost; /* bytes lost to a full ring or a receiver overrun */
  volatile uint8_t rx[UART_RING], tx[UART_RING];
} uart_t;

void uart_start(uart_t *u, uint32_t base, uint32_t irq, uint32_t clock_hz, uint32_t baud);
size_t uart_read(uart_t *u, uint8_t *dst, size_t cap);
size_t uart_room(const uart_t *u);
void uart_write(uart_t *u, const uint8_t *p, size_t n); /* n <= uart_room */
int uart_waiting(const uart_t *u);                      /* received bytes are in the ring */
void uart_interrupt(uart_t *u);
#endif
