import { stream } from '#base/random.js'
import { itemNamed, ITEMS } from './scene/items.js'
import type { SceneVariation } from './scene/mjcf.js'

/**
 * What goes wrong physically, and the chance of each. With every skill:
 *
 * - `slippery`: oil on the fingers; they grip with a small part of their force, and what is lifted slips out
 * - `moved`: a hand moves the thing while the arm is on its way
 * - `stuck`: a drawer, lid, door or window jams
 * - `stall`: a joint's drive gives way for a moment
 * - `occluded`: something is between the camera and what the skill is about, for half a minute or so
 *
 * With every episode, for all of it:
 *
 * - `heavy`: a thing weighs more than the gripper can lift
 * - `wide`: a thing is wider than the gripper opens, and its driver does not know
 */
export const TABLETOP_FAULT_KINDS = [
  'slippery',
  'moved',
  'stuck',
  'stall',
  'occluded',
  'heavy',
  'wide',
] as const

export type TabletopFault = (typeof TABLETOP_FAULT_KINDS)[number]

/** The chance of each, 0…1; what is absent never happens. */
export type TabletopFaultProfile = Readonly<Partial<Record<TabletopFault, number>>>

export const TABLETOP_FAULTS = {
  none: {},
  nominal: { slippery: 0.04, moved: 0.02, stuck: 0.04, stall: 0.01 },
  rough: { slippery: 0.1, moved: 0.06, stuck: 0.1, stall: 0.03 },
} as const satisfies Record<string, TabletopFaultProfile>

/** Which faults each skill can meet. */
const MEETS: Readonly<Record<string, readonly TabletopFault[]>> = {
  Pick: ['slippery', 'moved', 'stall', 'occluded'],
  Place: ['stall', 'occluded'],
  Stack: ['stall'],
  Push: ['moved', 'stall', 'occluded'],
  Open: ['stuck', 'stall'],
  Close: ['stuck', 'stall'],
  Press: ['stall'],
  Insert: ['stall'],
}

/** A fault that takes place, and numbers for how: each 0…1. */
export interface DrawnFault {
  readonly kind: TabletopFault
  readonly when: number
  readonly where: number
}

/** Draws what goes wrong in the nth skill of an episode; each kind has its own chance, the first that comes counts. */
export function drawFault(
  profile: TabletopFaultProfile,
  skill: string,
  name: { readonly seed: string; readonly count: number },
): DrawnFault | undefined {
  for (const kind of MEETS[skill] ?? []) {
    const rng = stream(name.seed, 'fault', kind, name.count)
    if (rng.chance(profile[kind] ?? 0)) return { kind, when: rng.next(), where: rng.next() }
  }
  return undefined
}

/** What can be too heavy, and what can be too wide and still be taken for what it is; by name. */
export const CAN_BE: Readonly<Record<'heavy' | 'wide', readonly string[]>> = {
  heavy: ITEMS.flatMap(({ name }) => (name === 'crate' ? [] : [name])),
  wide: ['can', 'cup', 'plate'],
}

/** Draws what is other than usual with the things of an episode. @param among the things that it may be */
export function drawVariation(
  profile: TabletopFaultProfile,
  seed: string,
  among: readonly string[] = CAN_BE.heavy,
): Pick<SceneVariation, 'mass' | 'width' | 'card'> {
  const drawn = (kind: 'heavy' | 'wide', value: (name: string, share: number) => number) => {
    const rng = stream(seed, 'fault', kind)
    const names = CAN_BE[kind].filter((name) => among.includes(name))
    if (!rng.chance(profile[kind] ?? 0) || names.length === 0) return undefined
    const name = rng.pick(names)
    return new Map([[name, value(name, rng.next())]])
  }
  const mass = drawn('heavy', (name, share) => (HEAVY_KG[0] + share * HEAVY_KG[1]) / massOf(name))
  const width = drawn('wide', (_, share) => WIDE_M[0] + share * WIDE_M[1])
  return {
    ...(mass && { mass }),
    ...(width && { width }),
    ...((profile.occluded ?? 0) > 0 && { card: true }),
  }
}

/** From the least, so much more at most: friction lifts about 1.3 kg, and the gripper opens 90 mm. */
const HEAVY_KG = [3, 3] as const
const WIDE_M = [0.092, 0.004] as const

const massOf = (name: string): number =>
  (itemNamed(name)?.solids ?? []).reduce((sum, { massKg = 0 }) => sum + massKg, 0)
