import type { NodeDef, TreeDef, TreeDoc } from '#bt/document.js'
import type { Route, Trip } from './route.js'

/** Attempts per unit of a route: 1 = no retry around it. Shelf and home count only where the route has them. */
export interface Attempts {
  readonly shelf: number
  readonly trips: readonly number[]
  readonly home: number
}

export const sameAttempts = ({ trips }: Route, times: number): Attempts => ({
  shelf: times,
  trips: trips.map(() => times),
  home: times,
})

/**
 * Converts a route to a behaviour tree of units, shaped like `bt/reference/best-F1.xml`. Blocks are turned just before
 * they are set down, so that a retried trip does not turn them twice.
 * @param subtrees definitions to use for the steps; a step without one is the plain action
 */
export function planTree(route: Route, attempts: Attempts, subtrees: readonly TreeDef[]): TreeDoc {
  const step = (skill: string, subtree: string): NodeDef =>
    subtrees.some(({ id }) => id === subtree)
      ? { id: 'SubTree', kind: 'subtree', attrs: { ID: subtree }, children: [] }
      : action(skill)
  const transport = ({ from, to, mask }: Trip): NodeDef =>
    sequence([
      action('MoveToZone', { zone: `${from}` }),
      step('LoadBlocks', 'LoadBlocksSequence'),
      action('MoveToZone', { zone: `${to}` }),
      ...(mask === '0000' ? [] : [action('RotateBlocks', { mask })]),
      step('UnloadBlocks', 'UnloadBlocksSequence'),
    ])
  const units = route.trips.flatMap((trip, index) => [
    ...(route.shelf === index ? [withRetry(step('MoveCursor', 'CursorSequence'), attempts.shelf)] : []),
    withRetry(transport(trip), attempts.trips[index] ?? 1),
  ])
  if (route.home) units.push(withRetry(action('MoveToHome'), attempts.home))
  return { main: 'Main', trees: [{ id: 'Main', root: sequence(units) }, ...subtrees] }
}

export const withRetry = (child: NodeDef, times: number): NodeDef =>
  times <= 1
    ? child
    : {
        id: 'RetryUntilSuccessful',
        kind: 'decorator',
        attrs: { num_attempts: `${times}` },
        children: [child],
      }

export const sequence = (children: readonly NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})

export const action = (id: string, attrs: Readonly<Record<string, string>> = {}): NodeDef => ({
  id,
  kind: 'action',
  attrs,
  children: [],
})
