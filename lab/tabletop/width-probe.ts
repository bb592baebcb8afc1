import type { MainModule } from '@mujoco/mujoco'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import { Tabletop } from '#tabletop/tabletop.js'
import { act, trialAt, type Tally } from './trial.js'

/** A plate that is wider or narrower than its driver was told. */
export interface Probe {
  readonly seed: string
  /** metres, in truth */
  readonly width: number
}

/** What the driver was told, metres: just within what it tries. */
export const DECLARED_M = 0.0815

/**
 * A plate is picked whose declared width is wrong: 80 to 86 mm and 92 to 96 mm in truth, where the driver believes it
 * to be 81.5 and the gripper opens 90. Nothing but contact can tell the one from the other.
 */
export function probeWidths(mujoco: MainModule, seed: string, tally: Tally): void {
  const rng = stream(seed, 'widths')
  tally.narrow++
  if (picks(mujoco, { seed: `${seed} narrow`, width: 0.08 + 0.006 * rng.next() }, tally)) tally.narrowPicked++
  tally.hopeless++
  tally.tooWide++
  if (picks(mujoco, { seed: `${seed} wide`, width: 0.092 + 0.004 * rng.next() }, tally)) tally.lifted++
}

/** Whether the plate ends in the gripper. */
export function picks(mujoco: MainModule, { seed, width }: Probe, tally: Tally): boolean {
  const table = must(
    Tabletop.create(mujoco, {
      ...{ start: new Map(), seed },
      variation: { width: new Map([['plate', width]]) },
      declared: new Map([['plate', DECLARED_M]]),
    }),
    'the table',
  )
  const trial = trialAt(mujoco, table, tally)
  act(trial, 'Pick', { item: 'plate' }, 'plate')
  const isPicked = table.truth().get('location(plate)') === 'gripper'
  trial.geoms.close()
  table.close()
  return isPicked
}
