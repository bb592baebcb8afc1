import { stream } from '#base/random.js'

/** What goes wrong physically, once, when a skill begins; the chance of each. */
export interface TabletopFaultProfile {
  /** oil on the fingers: they grip with a small part of their force, and what is lifted slips out */
  readonly slippery: number
  /** somebody moves the thing while the arm is on its way */
  readonly moved: number
  /** a drawer, lid, door or window jams */
  readonly stuck: number
  /** a joint's drive gives way for a moment */
  readonly stall: number
}

type TabletopFault = keyof TabletopFaultProfile

export const TABLETOP_FAULTS = {
  none: { slippery: 0, moved: 0, stuck: 0, stall: 0 },
  nominal: { slippery: 0.04, moved: 0.02, stuck: 0.04, stall: 0.01 },
  rough: { slippery: 0.1, moved: 0.06, stuck: 0.1, stall: 0.03 },
} as const satisfies Record<string, TabletopFaultProfile>

/** Which faults each skill can meet. */
const MEETS: Readonly<Record<string, readonly TabletopFault[]>> = {
  Pick: ['slippery', 'moved', 'stall'],
  Place: ['stall'],
  Stack: ['stall'],
  Push: ['moved', 'stall'],
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
    if (rng.chance(profile[kind])) return { kind, when: rng.next(), where: rng.next() }
  }
  return undefined
}
