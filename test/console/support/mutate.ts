import type { Rng } from '#base/random.js'

/** A message made of valid ones: bytes, texts or the parsed value changed, once or several times. */
export function mutate(seeds: readonly string[], rng: Rng): Uint8Array {
  const kind = rng.next()
  if (kind < 0.4) return Buffer.from(JSON.stringify(changed(JSON.parse(rng.pick(seeds)), rng)))
  let text = rng.pick(seeds)
  for (let left = 1 + rng.int(3); left > 0; left--) text = ofText(text, seeds, rng)
  const bytes = Buffer.from(text)
  if (kind < 0.7) return bytes
  for (let left = 1 + rng.int(4); left > 0; left--) ofBytes(bytes, rng)
  return bytes
}

function changed(value: unknown, rng: Rng): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return rng.pick(VALUES)
  const entries = Object.entries(value)
  if (entries.length === 0 || rng.chance(0.1)) return { ...value, [rng.pick(KEYS)]: rng.pick(VALUES) }
  const at = rng.int(entries.length)
  return Object.fromEntries(
    entries.flatMap(([key, inner], i) => {
      if (i !== at) return [[key, inner]]
      if (rng.chance(0.15)) return []
      if (rng.chance(0.15)) return [[rng.pick(KEYS), inner]]
      return [[key, changed(inner, rng)]]
    }),
  )
}

function ofText(text: string, seeds: readonly string[], rng: Rng): string {
  const at = rng.int(text.length + 1)
  const to = Math.min(text.length, at + rng.int(12))
  switch (rng.int(6)) {
    case 0:
      return text.slice(0, at) + text.slice(to)
    case 1:
      return text.slice(0, at) + rng.pick(WORDS) + text.slice(to)
    case 2:
      return text.slice(0, at) + text.slice(at, to).repeat(1 + rng.int(4)) + text.slice(to)
    case 3: {
      const other = rng.pick(seeds)
      return text.slice(0, at) + other.slice(rng.int(other.length))
    }
    case 4:
      return text.slice(0, at)
    default:
      return text.replace(/\d+|"[^"]*"/, (found) => (rng.chance(0.5) ? rng.pick(WORDS) : found))
  }
}

function ofBytes(bytes: Buffer, rng: Rng): void {
  if (bytes.length === 0) return
  const at = rng.int(bytes.length)
  bytes[at] = rng.chance(0.5) ? rng.int(256) : (bytes[at] ?? 0) ^ (1 << rng.int(8))
}

const VALUES: readonly unknown[] = [
  null, true, false, 0, 1, 2, -1, 1.5, 1e308, 2 ** 53, '', 'a', '1', 'F1', 'stop', 'estop', 'arm', 'status', 'run', 'tree.stage', [], {},
  [[[[[]]]]], { a: { b: { c: { d: 1 } } } }, 'x'.repeat(121), 'x'.repeat(9000), '\u0000', '\u001b[2J', '\ud800', '😀', '__proto__',
  Array.from({ length: 70 }, () => 0), 'anna', 'constructor',
] // prettier-ignore
const KEYS = [
  'v',
  'id',
  'cmd',
  'params',
  'by',
  '__proto__',
  'constructor',
  'field',
  'token',
  'note',
  'V',
  'command',
  '',
  'role',
  'admin',
]
const WORDS = [
  '{', '}', '[', ']', ',', ':', '"', '\\', '\\u0000', '\\ud800', 'null', 'true', '-', '1e999', '00', '"stop"', '"estop"', '"v":2', '"cmd":"stop",',
  '"by":"x",', '[[[[[[', '{"a":{"b":{"c":{"d":', ' ', '\n', '\ufeff', '/**/', "'", 'NaN', '0x10', ',,', '1,'.repeat(70), 'y'.repeat(9000),
] // prettier-ignore
