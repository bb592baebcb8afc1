/* fw_frame.h - bytes <-> frames: COBS and CRC-32C. Freestanding C99: no libc, no heap. */
#ifndef FW_FRAME_H
#define FW_FRAME_H
#include <stddef.h>
#include <stdint.h>

#define FW_FRAME_HEADER 4u /* type, flags, seq (little endian) */
#define FW_FRAME_CRC 4u
#define FW_FRAME_PAYLOAD 120u
#define FW_FRAME_RAW (FW_FRAME_HEADER + FW_FRAME_PAYLOAD + FW_FRAME_CRC)
#define FW_FRAME_CODED (FW_FRAME_RAW + 2u) /* one COBS code byte and the delimiter */

uint32_t fw_crc32c(const uint8_t *p, size_t n);

/* Coded length without delimiter; dst holds n + n / 254 + 1. */
size_t fw_cobs_encode(const uint8_t *src, size_t n, uint8_t *dst);
/* Decoded length, or -1 for what no encoder makes or what is longer than cap. */
int32_t fw_cobs_decode(const uint8_t *src, size_t n, uint8_t *dst, size_t cap);

/* A whole frame with its delimiter; bytes written, 0 if the payload is too long. dst holds FW_FRAME_CODED. */
size_t fw_frame_pack(uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *payload, size_t n, uint8_t *dst);

typedef struct {
  uint8_t buffer[FW_FRAME_CODED];
  uint16_t length;
  uint8_t skipping; /* oversize: everything up to the next delimiter belongs to nobody */
  uint32_t bytes, frames, bad_cobs, bad_crc, bad_length, oversize;
} fw_frame_rx_t;

typedef void (*fw_frame_fn)(void *context, uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *payload, size_t n);

void fw_frame_feed(fw_frame_rx_t *rx, const uint8_t *p, size_t n, fw_frame_fn on_frame, void *context);
#endif
