import type { CameraModel } from '#base/camera-model.js'
import type { FieldSettings } from '#base/field-settings.js'

/** The inputs of a run: enough to resume it, to repeat it, and to refuse to mix it with another. */
export interface RunManifest extends FieldSettings {
  readonly format: 1
  /** deterministic name: field, seed and a hash of everything below */
  readonly key: string
  readonly version: string
  /** the complete field as given, so that the run can be resumed without the file */
  readonly field: { readonly id: string; readonly setup: unknown }
  readonly seed: number
  readonly episodes: number
  /** a profile of the simulation; `real`: the robot's own; `driver`: what a driver that only pretends makes of it */
  readonly faults: string
  readonly policy: { readonly name: string; readonly hash: string }
  readonly models: readonly ModelStamp[]
  /** who edits the tree after each episode; `none`: it runs as it is, as that of an order does */
  readonly actor: 'model' | 'rules' | 'none'
  readonly strictAlg1: boolean
  /** the run ends early once nothing is left to learn; absent = it does not */
  readonly untilClean?: boolean
  /** faults of the virtual robot's serial line, as named by `--line`; absent = none */
  readonly line?: string
  /** when its cable is pulled, as named by `--inject`; absent = never, and in runs of earlier versions */
  readonly inject?: string
  /** a run of `graft serve`, which is in real time and holds at alarms; absent = of `graft run`, or earlier versions */
  readonly service?: boolean
  /** what the virtual robot of a field drove on; absent = wheels and sizes as its controller believes */
  readonly ground?: 'floor'
  /** the laser scanner of the virtual robot of a field; absent = none */
  readonly scanner?: 'ld19'
  /** pose of the virtual robot's camera; absent for a real robot, and in runs recorded before the field existed */
  readonly camera?: CameraModel
}

export interface ModelStamp {
  readonly id: string
  readonly role: 'critic' | 'actor'
  readonly files: readonly { readonly path: string; readonly sha256: string }[]
}

/** What may go wrong in a run, in words: a profile of the simulation, or what a robot brings with it. */
export function faultsOfRun({
  faults,
  ...conditions
}: Pick<RunManifest, 'faults' | 'ground' | 'scanner'>): string {
  if (faults === 'real') return 'not simulated (a real robot)'
  if (faults === 'driver') return 'none but those of its driver'
  return [faults, ...conditionsOf(conditions)].join(', ')
}

/** What sets the virtual robot of a run on a field apart, in words: nothing on ideal ground without a scanner. */
export const conditionsOf = ({
  ground,
  scanner,
}: Pick<RunManifest, 'ground' | 'scanner'>): readonly string[] => [
  ...(ground === undefined ? [] : ['on a floor on which wheels slip']),
  ...(scanner === undefined ? [] : ['with a laser scanner']),
]

/** Where a run takes place, in words: `field F1`, `world home, task fetch`. */
export function placeOfRun({ field: { id, setup } }: Pick<RunManifest, 'field'>): string {
  const { world, task } = (setup ?? {}) as { readonly world?: unknown; readonly task?: unknown }
  return typeof world === 'string' && typeof task === 'string'
    ? `world ${world}, task ${task}`
    : `field ${id}`
}
