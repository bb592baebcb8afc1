/** A surface colour in linear light, 0…1 per channel. */
export type Colour = readonly [number, number, number]

/** Parses `#rrggbb`. */
function colour(hex: string): Colour {
  const n = Number.parseInt(hex.slice(1), 16)
  return [linear((n >> 16) & 255), linear((n >> 8) & 255), linear(n & 255)]
}

/** `#rrggbb` of a colour under a light intensity (1 = as painted). */
export function lit(c: Colour, intensity: number): string {
  const word = (encode(c[0] * intensity) << 16) | (encode(c[1] * intensity) << 8) | encode(c[2] * intensity)
  return `#${word.toString(16).padStart(6, '0')}`
}

const linear = (byte: number): number => {
  const s = byte / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
}

const encode = (value: number): number => {
  const v = Math.min(1, Math.max(0, value))
  return Math.round(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055))
}

export const PAINT = {
  blue: colour('#2467c2'),
  orange: colour('#ee7a22'),
  wood: colour('#d8bb8d'),
  rim: colour('#b98f5c'),
  steel: colour('#9aa3ab'),
  deck: colour('#dfe3e6'),
  body: colour('#4a545e'),
  tyre: colour('#24282c'),
  hub: colour('#c3c9ce'),
  bridge: colour('#39424b'),
  cup: colour('#15181a'),
  estop: colour('#d42a2a'),
  lidar: colour('#1d2227'),
  nuc: colour('#2b3036'),
  led: colour('#7fe0a0'),
  shelfBoard: colour('#c9a673'),
  shelfSide: colour('#a98452'),
} as const satisfies Record<string, Colour>
