/**
 * Encodes a frame as specified, in the slowest and plainest way: the reference for both codecs must share no code with
 * either.
 */
export function goldenFrame(type: number, flags: number, seq: number, payload: readonly number[]): number[] {
  const checked = [type, flags, seq & 0xff, seq >> 8, ...payload]
  const crc = crc32cBitByBit(checked)
  const raw = [...checked, ...[0, 8, 16, 24].map((shift) => Number((crc >> BigInt(shift)) & 0xffn))]
  return [...stuffed(raw), 0]
}

/** Castagnoli polynomial in its usual bit order, input and output reflected. */
function crc32cBitByBit(bytes: readonly number[]): bigint {
  let register = 0xffffffffn
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++) {
      const out = ((register >> 31n) & 1n) ^ BigInt((byte >> bit) & 1)
      register = (register << 1n) & 0xffffffffn
      if (out === 1n) register ^= 0x1edc6f41n
    }
  const mirrored = [...register.toString(2).padStart(32, '0')].reverse().join('')
  return BigInt(`0b${mirrored}`) ^ 0xffffffffn
}

/** COBS: the groups between zeros, each preceded by its length; no frame has a group of 254 bytes or more. */
function stuffed(raw: readonly number[]): number[] {
  const groups: number[][] = [[]]
  for (const byte of raw) {
    if (byte === 0) groups.push([])
    else groups.at(-1)?.push(byte)
  }
  return groups.flatMap((group) => [group.length + 1, ...group])
}
