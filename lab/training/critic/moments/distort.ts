import type { Raster } from '#base/rectify.js'
import type { Rng } from '#base/random.js'
import type { Occluder } from './occluders.js'

/** What a sensor or a lamp does to a whole picture after it was taken. */
export interface Distortion {
  /** degrees around the colour wheel */
  readonly hue: number
  /** how hue is turned: as painters' hue, or in the plane of the two colour differences */
  readonly wheel: 'hsv' | 'yiq'
  /** 1 = as it is, 0 = grey */
  readonly saturation: number
  readonly glares: readonly Glare[]
}

/** A lamp that the lens or the floor throws back: light is added, most in the middle. */
interface Glare {
  readonly u: number
  readonly v: number
  /** pixels along and across */
  readonly reach: readonly [number, number]
  readonly turn: number
  /** grey levels that are added in the middle */
  readonly strength: number
}

/** About half of the pictures have none of it, 6 % have no colour at all. */
export function randomDistortion(rng: Rng, { width, height }: Pick<Raster, 'width' | 'height'>): Distortion {
  const between = (a: number, b: number): number => a + (b - a) * rng.next()
  const hue = rng.chance(0.2) ? between(-42, 42) : 0
  const grey = rng.chance(0.06)
  const saturation = grey ? 0 : rng.chance(0.22) ? between(0.2, 1.3) : 1
  const glares = Array.from({ length: rng.chance(0.16) ? 1 + rng.int(2) : 0 }, (): Glare => ({
    u: rng.next() * width,
    v: rng.next() * height,
    reach: [between(50, 260), between(40, 140)],
    turn: Math.PI * rng.next(),
    strength: between(60, 320),
  }))
  return { hue, wheel: rng.chance(0.5) ? 'hsv' : 'yiq', saturation, glares }
}

/** Where glare leaves nothing to tell: the same as something that stands in front. */
export function blinded({ glares }: Distortion): Occluder[] {
  return glares.flatMap(({ u, v, reach, turn, strength }) => {
    if (strength <= BLIND) return []
    const share = Math.sqrt(1 - BLIND / strength)
    const outline = Array.from({ length: 16 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 16
      const [a, b] = [share * reach[0] * Math.cos(angle), share * reach[1] * Math.sin(angle)]
      return {
        u: u + a * Math.cos(turn) - b * Math.sin(turn),
        v: v + a * Math.sin(turn) + b * Math.cos(turn),
      }
    })
    return [{ outline, paint: '#ffffff', opacity: 1 }]
  })
}

/** so many grey levels more and a face is as white as the floor */
const BLIND = 170

export function distorted<T extends Raster>(picture: T, distortion: Distortion): T {
  const rgb = Uint8Array.from(picture.rgb)
  if (distortion.hue !== 0) (distortion.wheel === 'hsv' ? turnHsv : turnYiq)(rgb, distortion.hue)
  if (distortion.saturation !== 1) saturate(rgb, distortion.saturation)
  for (const glare of distortion.glares) shine(rgb, picture.width, glare)
  return { ...picture, rgb }
}

const clamped = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

function saturate(rgb: Uint8Array, share: number): void {
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] as number, rgb[i + 1] as number, rgb[i + 2] as number]
    const grey = 0.299 * r + 0.587 * g + 0.114 * b
    rgb[i] = clamped(grey + share * (r - grey))
    rgb[i + 1] = clamped(grey + share * (g - grey))
    rgb[i + 2] = clamped(grey + share * (b - grey))
  }
}

function turnYiq(rgb: Uint8Array, degrees: number): void {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  for (let k = 0; k < rgb.length; k += 3) {
    const [r, g, b] = [rgb[k] as number, rgb[k + 1] as number, rgb[k + 2] as number]
    const y = 0.299 * r + 0.587 * g + 0.114 * b
    const [i, q] = [0.596 * r - 0.274 * g - 0.322 * b, 0.211 * r - 0.523 * g + 0.312 * b]
    const [i2, q2] = [c * i - s * q, s * i + c * q]
    rgb[k] = clamped(y + 0.956 * i2 + 0.621 * q2)
    rgb[k + 1] = clamped(y - 0.272 * i2 - 0.647 * q2)
    rgb[k + 2] = clamped(y - 1.106 * i2 + 1.703 * q2)
  }
}

function turnHsv(rgb: Uint8Array, degrees: number): void {
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] as number, rgb[i + 1] as number, rgb[i + 2] as number]
    const [high, low] = [Math.max(r, g, b), Math.min(r, g, b)]
    const span = high - low
    if (span === 0) continue
    const sixth = high === r ? (g - b) / span : high === g ? 2 + (b - r) / span : 4 + (r - g) / span
    const hue = (((sixth + degrees / 60) % 6) + 6) % 6
    const level = (n: number): number => {
      const k = (n + hue) % 6
      return clamped(high - span * Math.max(0, Math.min(1, k, 4 - k)))
    }
    rgb[i] = level(5)
    rgb[i + 1] = level(3)
    rgb[i + 2] = level(1)
  }
}

function shine(rgb: Uint8Array, width: number, { u, v, reach, turn, strength }: Glare): void {
  const height = rgb.length / 3 / width
  const far = Math.max(...reach)
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  for (let y = Math.max(0, Math.floor(v - far)); y < Math.min(height, v + far); y++) {
    for (let x = Math.max(0, Math.floor(u - far)); x < Math.min(width, u + far); x++) {
      const [dx, dy] = [x - u, y - v]
      const r2 = ((c * dx + s * dy) / reach[0]) ** 2 + ((c * dy - s * dx) / reach[1]) ** 2
      if (r2 >= 1) continue
      const i = 3 * (y * width + x)
      for (let k = 0; k < 3; k++) rgb[i + k] = clamped((rgb[i + k] as number) + strength * (1 - r2))
    }
  }
}
