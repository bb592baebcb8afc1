import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodeDef, TreeDef, TreeDoc } from '#bt/document.js'
import { action, sequence, withRetry } from '#forecast/plan/plan-tree.js'

/** What a mission tree does, without its XML: what generators make and mutate. */
export interface Plan {
  /** before which trip the shelf is pushed (the number of trips: after the last); null = never */
  readonly shelf: { readonly at: number; readonly attempts: number } | null
  readonly trips: readonly Trip[]
  /** so many of the first trips stand under one retry together */
  readonly together: number
  /** `early`: before the last trip instead of behind it; null = it stays where it is */
  readonly home: { readonly early: boolean; readonly attempts: number } | null
  /** seconds that it waits at the beginning */
  readonly wait: number
}

export interface Trip {
  readonly from: ZoneId
  /** null = loads and unloads nowhere */
  readonly to: ZoneId | null
  /** 0000 = no RotateBlocks */
  readonly mask: Mask
  /** seconds that it waits with the blocks */
  readonly wait: number
  /** under a retry of so many; 1 = a plain sequence; `flat` = its steps stand in the root */
  readonly attempts: number | 'flat'
}

export function drawPlan(plan: Plan, subtrees: readonly TreeDef[]): TreeDoc {
  const units = plan.trips.map(drawTrip)
  const shared = units.splice(0, plan.together)
  const all = [...(shared.length === 0 ? [] : [[withRetry(sequence(shared.flat()), 2)]]), ...units]
  const lost = plan.trips.length - all.length
  if (plan.home !== null) {
    const home = withRetry(action('MoveToHome'), plan.home.attempts)
    all.splice(plan.home.early ? Math.max(0, all.length - 1) : all.length, 0, [home])
  }
  if (plan.shelf !== null)
    all.splice(Math.max(0, plan.shelf.at - lost), 0, [
      withRetry(subtree('CursorSequence'), plan.shelf.attempts),
    ])
  if (plan.wait > 0) all.unshift([delay(plan.wait)])
  return { main: 'Main', trees: [{ id: 'Main', root: sequence(all.flat()) }, ...subtrees] }
}

function drawTrip({ from, to, mask, wait, attempts }: Trip): NodeDef[] {
  const steps = [
    action('MoveToZone', { zone: String(from) }),
    subtree('LoadBlocksSequence'),
    ...(mask === '0000' ? [] : [action('RotateBlocks', { mask })]),
    ...(wait > 0 ? [delay(wait)] : []),
    ...(to === null ? [] : [action('MoveToZone', { zone: String(to) }), subtree('UnloadBlocksSequence')]),
  ]
  return attempts === 'flat' ? steps : [withRetry(sequence(steps), attempts)]
}

const subtree = (id: string): NodeDef => ({ id: 'SubTree', kind: 'subtree', attrs: { ID: id }, children: [] })

const delay = (seconds: number): NodeDef => action('CustomDelay', { duration: String(seconds) })
