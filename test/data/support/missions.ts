import type { Mask } from '#base/field-map.js'
import { stream } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { drawPlan, type Plan, type Trip } from '../../../lab/training/engine/plan.js'
import { randomSetup } from '../../../lab/training/engine/fields.js'
import { playEpisode, type Job, type Played, subtrees } from '../../../lab/training/engine/play.js'
import { truthOf, type TrueIssue } from '../../../lab/training/engine/stored.js'

/** The demo's layout with these orange blocks in zones 1, 3, 5, 7. */
export function demoField(...orange: readonly [Mask, Mask, Mask, Mask]): FieldSetup {
  const setup = randomSetup(stream('demo-field'), 'shipped', 'demo')
  return { ...setup, orange: new Map([1, 3, 5, 7].map((zone, i) => [zone, orange[i] ?? '0000'])) }
}

export const trip = (from: number, to: number, mask: Mask = '0000', more: Partial<Trip> = {}): Trip => ({
  from,
  to,
  mask,
  wait: 0,
  attempts: 1,
  ...more,
})

/** Shelf first and home at the end, each tried once, unless the plan says otherwise. */
export function tree(trips: readonly Trip[], more: Partial<Plan> = {}): TreeDoc {
  const plan: Plan = {
    shelf: { at: 0, attempts: 1 },
    trips,
    together: 0,
    home: { early: false, attempts: 1 },
    wait: 0,
    ...more,
  }
  return drawPlan(plan, subtrees)
}

export const play = (
  setup: FieldSetup,
  doc: TreeDoc,
  faults: Job['faults'] = 'none',
  seed = 1,
): Promise<Played> => playEpisode({ setup, doc, seed, episode: 1, faults })

/** `orientation@2 0100 /1/4`: key, slots, node */
export const said = ({ key, mask, nodePath }: TrueIssue): string =>
  [key, ...(mask === null ? [] : [mask]), nodePath ?? 'nowhere'].join(' ')

export function finalTruth(played: Played): string[] {
  const final = played.moments.at(-1)
  if (final === undefined) throw new Error('the episode has no moments')
  return truthOf(played, final).map(said)
}
