import { stream, type Rng } from '#base/random.js'
import { inverse, type Joints } from '#tabletop/arm/kinematics.js'
import { pointingDown, type Vector } from '#tabletop/arm/pose.js'
import { BUTTONS } from '#tabletop/scene/buttons.js'
import { CLOSURES } from '#tabletop/scene/closures.js'
import { REST_JOINTS } from '#tabletop/arm/postures.js'
import { aboutOf, arrangementsOf, type Arrangement } from './arrangements.js'
import { Room, type Placed } from './room.js'
import type { Split } from './shapes.js'
import { isAlike, poolOf, turnOf, type Thing } from './thing.js'

/** What stands before the camera, and which things it is asked about. */
export interface Scene {
  readonly seed: string
  readonly kinds: readonly string[]
  readonly placed: readonly Placed[]
  /** asked about: most of what is there, and some that is not */
  readonly enrolled: readonly Thing[]
  readonly joints: Joints
  readonly opening: number
  readonly slides: ReadonlyMap<string, number>
  readonly lit: ReadonlySet<string>
}

/** Groups of things in a scene, things in a group, and how many that are not there are asked for. */
const GROUPS = 3
const IN_GROUP = 3
const ABSENT = 2

/** Scenes of validation from this number on are those on which readers are fitted. */
export const FITTED_FROM = 1000
/** And those from this one on are kept to see why they fail. */
export const KEPT_FROM = 2000

/** The scene with a number, always the same. */
export function drawScene(split: Split, index: number): Scene {
  const seed = `sight/${split}/${index}`
  const rng = stream(seed, 'scene')
  const room = new Room(rng, slidesOf(rng))
  const kinds = kindsOf(rng, split)
  const things = unlike(rng, split, GROUPS * IN_GROUP + ABSENT)
  kinds.forEach(({ arrange }, group) => {
    arrange(room, things.slice(group * IN_GROUP, (group + 1) * IN_GROUP))
  })
  const there = room.placed.map(({ thing }) => thing)
  // some of what is there is not known by name
  const asked = there.filter(() => rng.chance(0.8))
  return {
    seed,
    kinds: kinds.map(({ kind }) => kind),
    placed: room.placed,
    enrolled: [...asked, ...things.slice(-ABSENT)],
    joints: joints(rng, split, room.over),
    opening: 0.02 + 0.06 * rng.next(),
    slides: room.slides,
    lit: new Set(BUTTONS.filter(() => rng.chance(0.4)).map(({ name }) => name)),
  }
}

/** Things for one picture at enrolment: alone, far from each other */
export function enrolmentScene(split: Split, first: number, view: number): Scene {
  const seed = `sight/${split}/enrol/${first}/${view}`
  const rng = stream(seed, 'scene')
  const room = new Room(rng, new Map(CLOSURES.map(({ name }) => [name, 0])))
  const pool = poolOf(split)
  SPOTS[split].forEach(([x, y], index) => {
    const thing = pool[first + index]
    if (thing === undefined) return
    room.put(thing, [x + room.between(-0.015, 0.015), y + room.between(-0.015, 0.015)], {
      turn: turnFor(thing, room, view),
    })
  })
  const { placed, slides } = room
  return { seed, kinds: [], placed, enrolled: [], joints: REST_JOINTS, opening: 0.06, slides, lit: new Set() }
}

/** How often each thing is shown standing, and in all: once on each of the four sides on which it can lie. */
const STANDING = 2
export const VIEWS = STANDING + 4
const FAR_APART = [
  [0.3, -0.05],
  [0.42, 0.06],
  [0.62, 0],
  [0.47, 0.22],
  [0.47, -0.22],
] as const
/** Training has many things to show: more in a picture. */
const NEARER = [
  [0.22, -0.09],
  [0.22, 0.06],
  [0.36, -0.09],
  [0.36, 0.06],
  [0.5, -0.08],
  [0.5, 0.06],
  [0.63, 0],
  [0.47, 0.22],
  [0.47, -0.22],
] as const
const SPOTS: Readonly<Record<Split, readonly (readonly [number, number])[]>> = {
  train: NEARER,
  fit: FAR_APART,
  validation: FAR_APART,
  test: FAR_APART,
}
/** How many things one picture at enrolment shows. */
export const shownAtOnce = (split: Split): number => SPOTS[split].length

function turnFor(thing: Thing, room: Room, view: number): Placed['turn'] {
  const yaw = room.between(-Math.PI, Math.PI)
  return turnOf(thing, view >= STANDING, yaw, view - STANDING)
}

function slidesOf(rng: Rng): Map<string, number> {
  return new Map(
    CLOSURES.map(({ name, opens }): [string, number] => [
      name,
      rng.chance(0.5) ? 0 : rng.chance(0.5) ? opens : opens * rng.next(),
    ]),
  )
}

function kindsOf(rng: Rng, split: Split): Arrangement[] {
  const chosen: Arrangement[] = []
  const own = arrangementsOf(split)
  while (chosen.length < GROUPS) {
    const next = rng.pick(own)
    if (!chosen.some(({ kind }) => aboutOf(kind) === aboutOf(next.kind))) chosen.push(next)
  }
  return chosen
}

function unlike(rng: Rng, split: Split, count: number): Thing[] {
  const chosen: Thing[] = []
  for (let attempt = 0; chosen.length < count && attempt < 400; attempt++) {
    const next = rng.pick(poolOf(split))
    if (!chosen.some((each) => each === next || isAlike(each, next))) chosen.push(next)
  }
  return chosen
}

function joints(rng: Rng, split: Split, over: Vector | undefined): Joints {
  // where a test has the arm in the way is a kind of arrangement; elsewhere it is at rest or anywhere
  if (over === undefined && (split === 'test' || rng.chance(0.7))) return REST_JOINTS
  const at: Vector = over ?? [0.2 + 0.3 * rng.next(), 0.4 * (rng.next() - 0.5), 0.22 + 0.15 * rng.next()]
  const reached = inverse({ position: at, rotation: pointingDown(Math.PI * rng.next()) }, REST_JOINTS)
  return reached.ok ? reached.value : REST_JOINTS
}
