#include "uart.h"
#include "stm32f4.h"

void uart_start(uart_t *u, uint32_t base, uint32_t irq, uint32_t clock_hz, uint32_t baud) {
  u->base = base;
  USART_BRR(base) = (clock_hz + baud / 2u) / baud;
  USART_CR1(base) = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
  NVIC_ISER(irq) = 1u << (irq % 32u);
}

size_t uart_read(uart_t *u, uint8_t *dst, size_t cap) {
  size_t n = 0;
  while (n < cap && u->rx_tail != u->rx_head) {
    dst[n++] = u->rx[u->rx_tail % UART_RING];
    u->rx_tail = u->rx_tail + 1u;
  }
  return n;
}

size_t uart_room(const uart_t *u) { return UART_RING - (u->tx_head - u->tx_tail); }

void uart_write(uart_t *u, const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++) {
    u->tx[u->tx_head % UART_RING] = p[i];
    u->tx_head = u->tx_head + 1u;
  }
  /* the interrupt clears this bit when the ring is empty; the two must not interleave */
  __asm volatile("cpsid i" ::: "memory");
  USART_CR1(u->base) |= USART_CR1_TXEIE;
  __asm volatile("cpsie i" ::: "memory");
}

int uart_waiting(const uart_t *u) { return u->rx_tail != u->rx_head; }

static void take(uart_t *u, uint32_t status) {
  uint8_t byte = (uint8_t)USART_DR(u->base); /* reading SR, then DR clears the error flags */
  if (status & USART_SR_ORE) u->lost = u->lost + 1u;
  if (!(status & USART_SR_RXNE)) return;
  if (u->rx_head - u->rx_tail >= UART_RING) {
    u->lost = u->lost + 1u;
    return;
  }
  u->rx[u->rx_head % UART_RING] = byte;
  u->rx_head = u->rx_head + 1u;
}

void uart_interrupt(uart_t *u) {
  uint32_t status = USART_SR(u->base);
  if (status & (USART_SR_RXNE | USART_SR_ERRORS)) take(u, status);
  if (!(status & USART_SR_TXE) || !(USART_CR1(u->base) & USART_CR1_TXEIE)) return;
  if (u->tx_tail == u->tx_head) {
    USART_CR1(u->base) &= ~USART_CR1_TXEIE;
    return;
  }
  USART_DR(u->base) = u->tx[u->tx_tail % UART_RING];
  u->tx_tail = u->tx_tail + 1u;
}
