import type { Status } from '#bt/status.js'
import { STATUS_CODE, STATUSES } from '../status-code.js'

/** Where in a node's tick a hook acts. */
export const BEFORE = 0
export const AFTER = 1
export type HookPosition = typeof BEFORE | typeof AFTER

export const POSITIONS = [BEFORE, AFTER] as const

export interface Hook {
  readonly uid: number
  readonly position: HookPosition
  readonly enabled: boolean
  /** `breakpoint` blocks the tick until a client unlocks it; `replace` replaces the result at once */
  readonly mode: 'breakpoint' | 'replace'
  /** removed after its first hit */
  readonly once: boolean
  /** SUCCESS and FAILURE replace the node's result; with anything else the tick continues normally */
  readonly desired: Status
}

/** A hook is one word of shared memory, so that the ticking thread reads it with a single load; all bits 0: no hook. */
export const BIT = {
  present: 1,
  enabled: 2,
  replace: 4,
  once: 8,
  /** unlocked by a client, but the tick has not resumed yet */
  ready: 16,
} as const

export const wordOf = (hook: Omit<Hook, 'uid' | 'position'>): number =>
  BIT.present |
  (hook.enabled ? BIT.enabled : 0) |
  (hook.mode === 'replace' ? BIT.replace : 0) |
  (hook.once ? BIT.once : 0) |
  (STATUS_CODE[hook.desired] << DESIRED_AT)

export const desiredOf = (word: number): Status => STATUSES[(word >> DESIRED_AT) & DESIRED_MASK] ?? 'SKIPPED'

export const withDesired = (word: number, desired: Status): number =>
  (word & ~(DESIRED_MASK << DESIRED_AT)) | (STATUS_CODE[desired] << DESIRED_AT)

/** Generation counter of a slot, so that a tick notices when its hook has been replaced by another one. */
export const generationOf = (word: number): number => word >>> GENERATION_AT
/** Returns the empty word that follows the removal of `word`. */
export const emptyAfter = (word: number): number => (generationOf(word) + 1) << GENERATION_AT
/** Returns `fields` with the generation of `word`. */
export const inGeneration = (word: number, fields: number): number =>
  (generationOf(word) << GENERATION_AT) | fields

export const hookPlace = (uid: number, position: HookPosition): number => 2 * (uid - 1) + position

const DESIRED_AT = 5
const DESIRED_MASK = 7
const GENERATION_AT = 8
