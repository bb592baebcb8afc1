#include "fw_frame.h"

/* Castagnoli polynomial, reflected 0x82F63B78, by nibble: 64 bytes of flash. */
static const uint32_t CRC_TABLE[16] = {
    0x00000000u, 0x105ec76fu, 0x20bd8edeu, 0x30e349b1u, 0x417b1dbcu, 0x5125dad3u, 0x61c69362u, 0x7198540du,
    0x82f63b78u, 0x92a8fc17u, 0xa24bb5a6u, 0xb21572c9u, 0xc38d26c4u, 0xd3d3e1abu, 0xe330a81au, 0xf36e6f75u};

uint32_t fw_crc32c(const uint8_t *p, size_t n) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < n; i++) {
    crc ^= p[i];
    crc = (crc >> 4) ^ CRC_TABLE[crc & 15u];
    crc = (crc >> 4) ^ CRC_TABLE[crc & 15u];
  }
  return crc ^ 0xffffffffu;
}

size_t fw_cobs_encode(const uint8_t *src, size_t n, uint8_t *dst) {
  size_t code_at = 0, written = 1;
  uint8_t code = 1;
  for (size_t i = 0; i < n; i++) {
    if (src[i]) {
      dst[written++] = src[i];
      code++;
    }
    if (src[i] && code != 0xffu) continue;
    dst[code_at] = code;
    code = 1;
    code_at = written;
    /* a full block at the very end needs no empty block behind it */
    if (!src[i] || i + 1u < n) written++;
  }
  if (code_at < written) dst[code_at] = code;
  return written;
}

int32_t fw_cobs_decode(const uint8_t *src, size_t n, uint8_t *dst, size_t cap) {
  size_t read = 0, written = 0;
  while (read < n) {
    uint8_t code = src[read++];
    if (code == 0 || (size_t)(code - 1u) > n - read) return -1;
    for (uint8_t k = 1; k < code; k++) {
      if (src[read] == 0 || written >= cap) return -1;
      dst[written++] = src[read++];
    }
    if (code == 0xffu || read >= n) continue;
    if (written >= cap) return -1;
    dst[written++] = 0;
  }
  return (int32_t)written;
}

size_t fw_frame_pack(uint8_t type, uint8_t flags, uint16_t seq, const uint8_t *payload, size_t n, uint8_t *dst) {
  uint8_t raw[FW_FRAME_RAW];
  if (n > FW_FRAME_PAYLOAD) return 0;
  raw[0] = type;
  raw[1] = flags;
  raw[2] = (uint8_t)seq;
  raw[3] = (uint8_t)(seq >> 8);
  for (size_t i = 0; i < n; i++) raw[FW_FRAME_HEADER + i] = payload[i];
  size_t checked = FW_FRAME_HEADER + n;
  uint32_t crc = fw_crc32c(raw, checked);
  for (size_t i = 0; i < FW_FRAME_CRC; i++) raw[checked + i] = (uint8_t)(crc >> (8u * i));
  size_t coded = fw_cobs_encode(raw, checked + FW_FRAME_CRC, dst);
  dst[coded] = 0;
  return coded + 1u;
}

static void frame_end(fw_frame_rx_t *rx, fw_frame_fn on_frame, void *context) {
  uint8_t raw[FW_FRAME_RAW];
  if (rx->length == 0) return; /* delimiters between frames are idle line */
  int32_t n = fw_cobs_decode(rx->buffer, rx->length, raw, sizeof raw);
  if (n < 0) {
    rx->bad_cobs++;
    return;
  }
  if (n < (int32_t)(FW_FRAME_HEADER + FW_FRAME_CRC)) {
    rx->bad_length++;
    return;
  }
  size_t checked = (size_t)n - FW_FRAME_CRC;
  uint32_t crc = 0;
  for (size_t i = 0; i < FW_FRAME_CRC; i++) crc |= (uint32_t)raw[checked + i] << (8u * i);
  if (crc != fw_crc32c(raw, checked)) {
    rx->bad_crc++;
    return;
  }
  rx->frames++;
  on_frame(context, raw[0], raw[1], (uint16_t)(raw[2] | raw[3] << 8), raw + FW_FRAME_HEADER, checked - FW_FRAME_HEADER);
}

void fw_frame_feed(fw_frame_rx_t *rx, const uint8_t *p, size_t n, fw_frame_fn on_frame, void *context) {
  rx->bytes += (uint32_t)n;
  for (size_t i = 0; i < n; i++) {
    if (p[i] == 0) {
      if (!rx->skipping) frame_end(rx, on_frame, context);
      rx->skipping = 0;
      rx->length = 0;
    } else if (rx->skipping) {
      continue;
    } else if (rx->length >= FW_FRAME_CODED - 1u) {
      rx->oversize++;
      rx->skipping = 1;
    } else {
      rx->buffer[rx->length++] = p[i];
    }
  }
}
