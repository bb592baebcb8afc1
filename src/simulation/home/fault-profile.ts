/** Chances of what goes wrong in a home, as physical events. */
export interface HomeFaultProfile {
  /** per grasp: the fingers close beside the thing */
  readonly grasp: number
  /** per drive with something in the gripper: it slips out on the way */
  readonly slip: number
  /** per pull at a door or container: it does not move */
  readonly jam: number
  /** per drive: the base loses its way and gives up */
  readonly drive: number
  /** per thing put down: it topples over the edge */
  readonly place: number
  /** per thing handed over: nobody takes it */
  readonly handover: number
  /** per thing and two seconds: the camera takes it to be somewhere else */
  readonly misread: number
}

export type FaultKind = keyof HomeFaultProfile

export const HOME_FAULT_PROFILES = {
  none: { grasp: 0, slip: 0, jam: 0, drive: 0, place: 0, handover: 0, misread: 0 },
  nominal: { grasp: 0.1, slip: 0.01, jam: 0.03, drive: 0.02, place: 0.02, handover: 0.03, misread: 0.003 },
  rough: { grasp: 0.25, slip: 0.04, jam: 0.1, drive: 0.05, place: 0.06, handover: 0.08, misread: 0.01 },
} as const satisfies Record<string, HomeFaultProfile>

/** One fault that took place, for tests and for the labels of training data. Never shown to the robot. */
export interface FaultEvent {
  readonly kind: FaultKind
  /** ms */
  readonly t: number
  /** the item, door, container or spot concerned */
  readonly about: string
}

export const noChances = (): Record<FaultKind, number> => ({
  grasp: 0,
  slip: 0,
  jam: 0,
  drive: 0,
  place: 0,
  handover: 0,
  misread: 0,
})
