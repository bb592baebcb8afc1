import { createHash } from 'node:crypto'

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/** JSON with sorted keys and no blanks: equal values have equal text, so that hashes of it can be compared. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item)).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as Readonly<Record<string, Json | undefined>>)
      .filter((entry): entry is [string, Json] => entry[1] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** Lower-case hex SHA-256 of text (UTF-8) or bytes. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82F63B78): the check of link frames and of run-log lines.
 * Hamming distance 6 up to 5243 bits; see design note in firmware-protocol/README.md.
 */
const table = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1
  return c
})

/**
 * Of the first `length` bytes: all of them, unless it is given.
 * @returns unsigned 32-bit; `crc32c('123456789')` is 0xE3069283
 */
export function crc32c(bytes: Uint8Array, length: number = bytes.length): number {
  let crc = -1
  for (let i = 0; i < length; i++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] as number)) & 0xff] as number)
  return (crc ^ -1) >>> 0
}
