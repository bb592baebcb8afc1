import type { Clock } from '#base/clock.js'
import type { CameraModel } from '#base/camera-model.js'
import type { Camera, Frame } from '#learning/ports.js'

/** A picture older than this is out of date, ms. */
const STALE_MS = 2000
/** A camera that has not answered within this time counts as hung, ms of real time. */
const TIMEOUT_MS = 3000
/** Limits on the mean and the spread of the samples, 0…255, beyond which a picture shows nothing usable. */
const DARK = 16
const BRIGHT = 239
const FLAT = 6
/** sampling stride, bytes: a prime, so that all three colour channels are sampled */
const STRIDE = 97

/**
 * Wraps a camera so that only usable pictures get through: a wrong size, a stale or repeated picture, and a black,
 * white or blank one count as failed captures, as does a capture that hangs. A critic that was shown such a picture
 * would judge it.
 */
export function checkedCamera(camera: Camera, clock: Clock): Camera {
  let before: Frame | undefined
  return {
    model: camera.model,
    capture: async () => {
      const frame = await withTimeout(camera.capture())
      const why = whyUnusable(frame, camera.model, before, clock.now())
      before = frame
      if (why !== undefined) throw new Error(why)
      return frame
    },
  }
}

/**
 * Returns why a picture is unusable; `undefined` if it is fine.
 * @param now ms of the clock that timestamps pictures
 */
export function whyUnusable(
  { width, height, rgb, t }: Frame,
  model: CameraModel,
  before: Frame | undefined,
  now: number,
): string | undefined {
  if (width !== model.width || height !== model.height || rgb.length !== 3 * width * height)
    return (
      `the picture is ${width} × ${height}, not ${model.width} × ${model.height}: set the camera to ` +
      `the size of its model`
    )
  if (now - t > STALE_MS)
    return `the picture is ${Math.round((now - t) / 100) / 10} s old: the camera is late`
  if (before !== undefined && sameBytes(before.rgb, rgb))
    return 'the picture is the one before, byte for byte: the camera has frozen'
  const { mean, spread } = brightness(rgb)
  if (mean < DARK) return 'the picture is black: is the lens covered, is there light?'
  if (mean > BRIGHT) return 'the picture is over-exposed: check the exposure'
  return spread < FLAT ? 'the picture shows one colour: is the lens covered?' : undefined
}

function brightness(rgb: Uint8Array): { readonly mean: number; readonly spread: number } {
  let count = 0
  let sum = 0
  let squares = 0
  for (let i = 0; i < rgb.length; i += STRIDE) {
    const value = rgb[i] ?? 0
    count++
    sum += value
    squares += value * value
  }
  const mean = sum / count
  return { mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)) }
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

async function withTimeout(picture: Promise<Frame>): Promise<Frame> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no picture within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([picture, late])
  } finally {
    clearTimeout(timer)
  }
}
