/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82F63B78): the checksum of link frames and of run-log lines.
 * Hamming distance 6 up to 5243 bits; see design note in firmware-protocol/README.md.
 */
const table = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1
  return c
})

/**
 * Computes the checksum of the first `length` bytes, by default all of them.
 * @returns unsigned 32-bit; `crc32c('123456789')` is 0xE3069283
 */
export function crc32c(bytes: Uint8Array, length: number = bytes.length): number {
  let crc = -1
  for (let i = 0; i < length; i++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] as number)) & 0xff] as number)
  return (crc ^ -1) >>> 0
}
