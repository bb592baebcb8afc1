/**
 * Consistent Overhead Byte Stuffing: bytes without 0x00, so that 0x00 can part frames.
 * Twin of `fw_cobs_encode` and `fw_cobs_decode` in the firmware.
 */
export function cobsEncode(source: Uint8Array): Uint8Array {
  const coded = new Uint8Array(source.length + Math.floor(source.length / 254) + 1)
  let codeAt = 0
  let length = 1
  let code = 1
  source.forEach((byte, i) => {
    if (byte !== 0) {
      coded[length++] = byte
      code++
    }
    if (byte !== 0 && code !== 0xff) return
    coded[codeAt] = code
    code = 1
    codeAt = length
    // a full block at the very end needs no empty block behind it
    if (byte === 0 || i + 1 < source.length) length++
  })
  if (codeAt < length) coded[codeAt] = code
  return coded.subarray(0, length)
}

/** `undefined` for what no encoder makes. */
export function cobsDecode(coded: Uint8Array): Uint8Array | undefined {
  const bytes = new Uint8Array(coded.length)
  let read = 0
  let length = 0
  while (read < coded.length) {
    const code = coded[read++] as number
    if (code === 0 || code - 1 > coded.length - read) return undefined
    for (let k = 1; k < code; k++) {
      const byte = coded[read++] as number
      if (byte === 0) return undefined
      bytes[length++] = byte
    }
    if (code !== 0xff && read < coded.length) bytes[length++] = 0
  }
  return bytes.subarray(0, length)
}
