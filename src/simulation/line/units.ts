/** Cuts bytes behind each delimiter 0x00; what has none yet is a unit too. */
export function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let from = 0; from < bytes.length;) {
    const zero = bytes.indexOf(0, from)
    const end = zero < 0 ? bytes.length : zero + 1
    frames.push(bytes.subarray(from, end))
    from = end
  }
  return frames
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
