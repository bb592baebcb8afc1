import type { Rng } from '#base/random.js'
import { ms, rad, type Ms } from '#base/units.js'
import type { Camera, Frame } from '#learning/ports.js'
import { bumped, type CameraBump } from '#simulation/camera/bump.js'
import { SimCamera } from '#simulation/camera/sim-camera.js'
import { between } from '../mission/moments.js'
import type { Rig } from '../rig/rig.js'

/**
 * A camera whose pictures are changed on the way.
 * @param countInjection called for each that is another one than the camera gave, is late, or does not come
 * @param change with the number of the picture, from 0
 */
export const changed = (
  camera: Camera,
  countInjection: () => void,
  change: (frame: Frame, n: number) => Promise<Frame> | Frame,
): Camera => {
  let n = 0
  return {
    model: camera.model,
    capture: async () => {
      const seen = await camera.capture()
      try {
        const shown = change(seen, n++)
        if (shown instanceof Promise || !isSame(shown, seen)) countInjection()
        return shown
      } catch (error) {
        countInjection()
        throw error
      }
    },
  }
}

const isSame = (a: Frame, b: Frame): boolean =>
  a.t === b.t && a.width === b.width && a.height === b.height && Buffer.compare(a.rgb, b.rgb) === 0

/** The camera of this bench, which somebody knocks against: it takes its pictures from elsewhere from then on. */
export function knocked(rig: Rig, seed: number, bump: CameraBump, countInjection: () => void): Camera {
  const sim = new SimCamera({ scene: () => rig.world.scene(), clock: rig.clock, seed, bump })
  const looksElsewhere = JSON.stringify(bumped(sim.model, bump)) !== JSON.stringify(sim.model)
  return {
    model: sim.model,
    capture: () => {
      if (looksElsewhere && rig.clock.now() >= bump.from) countInjection()
      return sim.capture()
    },
  }
}

/** A knock that moves every corner of the field by 6 pixels or more: aside, up or down, or around. */
export function drawKnock(rng: Rng, from: Ms): CameraBump {
  const sign = rng.chance(0.5) ? 1 : -1
  const still = {
    from: ms(from),
    pan: rad(0),
    tilt: rad(0),
    roll: rad(0),
    shift: { right: 0, down: 0 },
    by: [0, 0, 0] as const,
  }
  const degrees = (least: number, most: number) => rad((sign * between(rng, least, most) * Math.PI) / 180)
  switch (rng.int(4)) {
    case 0:
      return { ...still, shift: { right: sign * between(rng, 7, 45), down: between(rng, -30, 30) } }
    case 1:
      return { ...still, tilt: degrees(1, 5) }
    case 2:
      return { ...still, pan: degrees(1.2, 5) }
    default:
      return { ...still, roll: degrees(1.2, 5) }
  }
}

/** The same picture with other colours. */
export const recoloured = (frame: Frame, colour: (value: number, i: number) => number): Frame => ({
  ...frame,
  rgb: frame.rgb.map(colour),
})

/** Half the size, as a camera that was set to another mode. */
export function halved(frame: Frame): Frame {
  const width = frame.width >> 1
  const height = frame.height >> 1
  const rgb = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++)
        rgb[3 * (y * width + x) + c] = frame.rgb[3 * (2 * y * frame.width + 2 * x) + c] ?? 0
  return { ...frame, width, height, rgb }
}

/** Something grey stands before the lens and covers this rectangle, as shares of width and height. */
export function covered(
  frame: Frame,
  { x, y, w, h }: { readonly x: number; readonly y: number; readonly w: number; readonly h: number },
): Frame {
  const { width, height } = frame
  const inside = (i: number): boolean => {
    const u = (Math.floor(i / 3) % width) / width
    const v = Math.floor(i / 3 / width) / height
    return u >= x && u < x + w && v >= y && v < y + h
  }
  return recoloured(frame, (value, i) => (inside(i) ? 60 + (value >> 4) : value))
}
