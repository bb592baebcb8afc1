import sharp, { type Sharp } from 'sharp'
import type { Rng } from '#base/random.js'
import type { Frame } from '#learning/ports.js'
import { shifted } from '#learning/field/perception/registration.js'
import { pictureOf, VARIANTS, type Picture, type Variant } from '#lab/training/engine/look.js'
import type { Moment } from '#lab/training/engine/moment.js'

/**
 * What the critic is examined under: the engine's four variants, and nine looks of a camera, a lamp or a lens that are
 * not as they should be. Made with other code than what it is trained on (moments/distort.ts): sharp turns hue in
 * another colour space, glare is laid over the picture, not added, and the thing in front stays where it is through an
 * episode.
 */
export const EXAM_LOOKS = [
  ...VARIANTS,
  'shift-5',
  'shift-10',
  'shift-20',
  'hue-15',
  'hue-30',
  'saturation',
  'greyscale',
  'glare',
  'static',
] as const
export type ExamLook = (typeof EXAM_LOOKS)[number]

/** @param episode makes what has to stay the same through an episode; @param rng is of the one picture */
export async function shown(
  moment: Pick<Moment, 'scene'>,
  look: ExamLook,
  episode: () => Rng,
  rng: Rng,
): Promise<Picture> {
  if (isVariant(look)) return pictureOf(moment, look, rng)
  const own = episode()
  const [name, size] = look.split('-')
  if (name === 'shift') {
    const direction = 2 * Math.PI * own.next()
    const by = { u: Number(size) * Math.cos(direction), v: Number(size) * Math.sin(direction) }
    return pictureOf(moment, 'nominal', rng, (camera) => shifted(camera, by))
  }
  // the same shapes in every picture: the random numbers begin anew
  if (name === 'static') return pictureOf(moment, 'occlusion', own)
  const picture = await pictureOf(moment, 'nominal', rng)
  return { ...picture, frame: await changed(picture.frame, look, own) }
}

async function changed(frame: Frame, look: ExamLook, rng: Rng): Promise<Frame> {
  const raw = sharp(frame.rgb, { raw: { width: frame.width, height: frame.height, channels: 3 } })
  const made = await edited(raw, look, rng, frame).removeAlpha().raw().toBuffer()
  const grey = made.length * 3 === frame.rgb.length
  return {
    ...frame,
    rgb: grey
      ? Uint8Array.from({ length: frame.rgb.length }, (_, i) => made[Math.floor(i / 3)] as number)
      : new Uint8Array(made),
  }
}

function edited(raw: Sharp, look: ExamLook, rng: Rng, { width, height }: Frame): Sharp {
  const way = rng.chance(0.5) ? 1 : -1
  // sharp wants whole degrees from 0
  if (look === 'hue-15' || look === 'hue-30')
    return raw.modulate({ hue: (360 + way * Number(look.slice(4))) % 360 })
  if (look === 'saturation') return raw.modulate({ saturation: 0.5 })
  if (look === 'greyscale') return raw.greyscale()
  return raw.composite([{ input: Buffer.from(glare(rng, width, height)) }])
}

/** A bright spot with a soft edge over about a seventh of the picture, white in the middle. */
function glare(rng: Rng, width: number, height: number): string {
  const [cx, cy] = [width * (0.2 + 0.6 * rng.next()), height * (0.15 + 0.55 * rng.next())]
  const stops =
    '<stop offset="0" stop-opacity=".95"/><stop offset=".35" stop-opacity=".7"/><stop offset="1" stop-opacity="0"/>'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient ` +
    `id="g">${stops.replaceAll('<stop', '<stop stop-color="#fffdf4"')}</radialGradient></defs><ellipse ` +
    `cx="${Math.round(cx)}" cy="${Math.round(cy)}" rx="${Math.round(width * 0.26)}" ry="` +
    `${Math.round(height * 0.22)}" fill="url(#g)"/></svg>`
  )
}

const isVariant = (look: ExamLook): look is Variant => (VARIANTS as readonly string[]).includes(look)
