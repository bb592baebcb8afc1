/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82F63B78): the check of link frames and of run-log lines.
 * Hamming distance 6 up to 5243 bits; see design note in firmware-protocol/README.md.
 */
const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1
  return c >>> 0
})

/** @returns unsigned 32-bit; `crc32c('123456789')` is 0xE3069283 */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] as number)
  return (crc ^ 0xffffffff) >>> 0
}
