import { FAULT_PROFILES, type FaultKind, type FaultProfile } from '#simulation/field/world/faults.js'

export const FAULT_KINDS = [
  'navigation',
  'grip',
  'drop',
  'rotation',
  'placement',
  'cursor',
] as const satisfies readonly FaultKind[]

/** Every chance of this one fault is taken, no other: for "every severe injected fault raises an alarm". */
export const severe = (kind: FaultKind): FaultProfile => ({ ...FAULT_PROFILES.none, [kind]: 1 })

/** The nominal profile, every rate times this. */
export function scaled(factor: number): FaultProfile {
  const rate = (kind: FaultKind): number => Math.min(1, factor * FAULT_PROFILES.nominal[kind])
  return {
    navigation: rate('navigation'),
    grip: rate('grip'),
    drop: rate('drop'),
    rotation: rate('rotation'),
    placement: rate('placement'),
    cursor: rate('cursor'),
  }
}
