import { project, type CameraModel } from '#base/camera-model.js'
import type { SLOTS } from '#base/field-map.js'
import { type FieldMap } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { ms, rad } from '#base/units.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { registered } from '#learning/field/perception/registration.js'
import { PoseWatch } from '#learning/field/perception/pose-watch.js'
import type { Astray } from '#learning/critic/field-report.js'
import { bumped, type CameraBump } from '#simulation/camera/bump.js'
import { rasterise } from '#simulation/camera/raster.js'
import { initialScene, type FieldSetup } from '#simulation/field/field-setup.js'
import { DAYLIGHT, MAST_CAMERA, type Look } from '#simulation/field/render/look.js'
import { renderSvg } from '#simulation/field/render/render.js'
import { drawEpisode } from '#lab/training/engine/draw.js'

export const BUMP_KINDS = ['shift', 'pan', 'tilt', 'roll', 'push', 'all'] as const
export type BumpKind = (typeof BUMP_KINDS)[number]

/** nothing moved: what a knock does is added to it */
const STILL: CameraBump = {
  from: ms(0),
  pan: rad(0),
  tilt: rad(0),
  roll: rad(0),
  shift: { right: 0, down: 0 },
  by: [0, 0, 0],
}

export const bump = (part: Partial<CameraBump>): CameraBump => ({ ...STILL, ...part })
export const degrees = (value: number): CameraBump['pan'] => rad((value * Math.PI) / 180)

/** A knock that moves the picture by some pixels or by many: most sizes are small, where it matters. */
function drawBump(kind: BumpKind, rng: Rng): CameraBump {
  const most = rng.pick([3, 6, 12, 40, 100])
  const pixels = (): number => most * (2 * rng.next() - 1)
  const turn = (): CameraBump['pan'] => rad(pixels() / MAST_CAMERA.focal)
  const push = (): number => (pixels() / MAST_CAMERA.focal) * 2.9
  switch (kind) {
    case 'shift':
      return bump({ shift: { right: pixels(), down: pixels() } })
    case 'pan':
      return bump({ pan: turn() })
    case 'tilt':
      return bump({ tilt: turn() })
    case 'roll':
      return bump({ roll: rad(pixels() / 400) })
    case 'push':
      return bump({ by: [push(), push(), push()] })
    case 'all':
      return bump({
        pan: turn(),
        tilt: turn(),
        roll: turn(),
        by: [push() / 2, push() / 2, push() / 2],
        shift: { right: pixels() / 2, down: pixels() / 2 },
      })
  }
}

/** What was made of the first picture after a knock. */
export interface BumpSeen {
  /** true largest distance of a corner of the field from its place, pixels */
  readonly error: number
  readonly astray: Astray | undefined
  /** faces that were read otherwise than they are, and those that were read */
  readonly wrong: number
  readonly read: number
  /** the control: faces read wrongly where the picture is only shifted to its best match, sure or not */
  readonly wrongByShift: number
}

/** The first picture of an episode on a field of its own, read as the product reads it. */
export async function seeAfter(knock: CameraBump, n: number, measured = MAST_CAMERA): Promise<BumpSeen> {
  // four episodes share a field
  const { setup } = drawEpisode('test', 4 * (900 + n))
  const real = bumped(measured, knock)
  const look = lookOf(n)
  const frame = await rasterise(renderSvg(initialScene(setup), real, look), look, n, { id: 'f', t: ms(0) })
  const { camera, astray } = new PoseWatch().look(frame, measured, setup.map)
  const facesBy = (by: CameraModel) =>
    setup.map.zones.flatMap(({ id }) =>
      readFaces(frame, by, setup.map, id).map(({ slot, face }) => [face, truth(setup, id, slot)] as const),
    )
  const wrongOf = (faces: ReturnType<typeof facesBy>): number =>
    faces.filter(([face, is]) => face !== 'hidden' && face !== is).length
  const faces = astray === undefined ? facesBy(camera) : []
  return {
    error: cornerError(measured, real, setup.map),
    astray,
    wrong: wrongOf(faces),
    read: faces.filter(([face]) => face !== 'hidden').length,
    wrongByShift: wrongOf(facesBy(registered(frame, measured, setup.map).camera)),
  }
}

/** Light and sensor of one picture, within what the mast camera may meet. */
function lookOf(n: number): Look {
  const rng = stream('bump-look', n)
  const { light } = DAYLIGHT
  return {
    ...DAYLIGHT,
    light: { ...light, azimuth: 360 * rng.next() },
    floor: rng.chance(0.7) ? 'grey' : 'wood',
    level: 0.6 + 0.7 * rng.next(),
    kelvin: 3500 + 5000 * rng.next(),
    noise: 6 * rng.next(),
  }
}

function truth({ map, orange }: FieldSetup, id: number, slot: (typeof SLOTS)[number]): string {
  if (map.zones.find((zone) => zone.id === id)?.kind !== 'load') return 'empty'
  return orange.get(id)?.[slot] === '1' ? 'orange' : 'blue'
}

function cornerError(a: CameraModel, b: CameraModel, { size: { x, y } }: FieldMap): number {
  const corners = [0, x].flatMap((u) => [0, y].map((v) => [u, v, 0] as const))
  return Math.max(
    ...corners.map((corner) => {
      const [p, q] = [project(a, corner), project(b, corner)]
      return p === undefined || q === undefined ? Infinity : Math.hypot(p.u - q.u, p.v - q.v)
    }),
  )
}

/** Many knocks of every kind. */
export async function sweep(count: number): Promise<readonly (BumpSeen & { readonly kind: BumpKind })[]> {
  const seen: (BumpSeen & { readonly kind: BumpKind })[] = []
  for (let n = 0; n < count; n++) {
    const kind = BUMP_KINDS[n % BUMP_KINDS.length] ?? 'all'
    seen.push({ kind, ...(await seeAfter(drawBump(kind, stream('bump', n)), n)) })
  }
  return seen
}
