/**
 * Encodes with Consistent Overhead Byte Stuffing: the output has no 0x00, so 0x00 can delimit frames.
 * Counterpart of `fw_cobs_encode` and `fw_cobs_decode` in the firmware.
 */
export function cobsEncode(source: Uint8Array): Uint8Array {
  const coded = new Uint8Array(source.length + Math.floor(source.length / 254) + 1)
  const end = source.length
  let codeAt = 0
  let length = 1
  let code = 1
  for (let i = 0; i < end; i++) {
    const byte = source[i] as number
    if (byte !== 0) {
      coded[length++] = byte
      code++
      if (code !== 0xff) continue
    }
    coded[codeAt] = code
    code = 1
    codeAt = length
    // a full block at the very end needs no empty block after it
    if (byte === 0 || i + 1 < end) length++
  }
  if (codeAt < length) coded[codeAt] = code
  return coded.subarray(0, length)
}

/** Decodes COBS; `undefined` for bytes that no encoder produces. */
export function cobsDecode(coded: Uint8Array): Uint8Array | undefined {
  const bytes = new Uint8Array(coded.length)
  const length = cobsDecodeInto(coded, coded.length, bytes)
  return length < 0 ? undefined : bytes.subarray(0, length)
}

/**
 * Decodes the first `length` bytes of `coded` without allocating.
 * @param target at least `length` bytes long
 * @returns the number of bytes written to it, or −1 for bytes that no encoder produces
 */
export function cobsDecodeInto(coded: Uint8Array, length: number, target: Uint8Array): number {
  let read = 0
  let written = 0
  while (read < length) {
    const code = coded[read++] as number
    const end = read + code - 1
    if (code === 0 || end > length) return -1
    while (read < end) {
      const byte = coded[read++] as number
      if (byte === 0) return -1
      target[written++] = byte
    }
    if (code !== 0xff && read < length) target[written++] = 0
  }
  return written
}
