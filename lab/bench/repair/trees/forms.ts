import type { NodeDef, TreeDef, TreeDoc } from '#bt/document.js'
import type { Trip } from '#forecast/plan/route.js'
import { action } from '#forecast/plan/plan-tree.js'
import { control, go, home, load, mission, retried, shelf, subtree, turn, unload } from './parts.js'
import type { RightPlan } from './right-plan.js'

/**
 * Trees that are written in another way than the product writes them, each with one mistake: the first trip
 * whose blocks have to be turned does not turn them.
 */
export const FORMS: readonly Fault[] = [
  {
    name: 'own-subtrees',
    what: 'each trip is a SubTree of its own; one turns no block',
    make: (plan) => {
      const own = mistaken(plan).map((trip, i): TreeDef => ({
        id: `Trip${i + 1}`,
        root: control('Sequence', steps(trip)),
      }))
      return written(
        plan,
        own.map(({ id }) => retried(subtree(id))),
        own,
      )
    },
  },
  {
    name: 'subtree-parameters',
    what: 'a SubTree is given what the camera read and turns it before it unloads; one trip unloads without it',
    make: (plan) =>
      written(
        plan,
        plan.trips.map(({ from, to }, i) =>
          retried(
            control('Sequence', [
              go(from),
              readFaces(from),
              load(),
              go(to),
              i === forgotten(plan) ? unload() : subtree('TurnAndUnload', { mask: '{faces}' }),
            ]),
          ),
        ),
        [{ id: 'TurnAndUnload', root: control('Sequence', [...turn('{mask}'), unload()]) }],
      ),
  },
  {
    name: 'raw-actions',
    what: 'loads and unloads by the plain actions; one trip turns no block',
    make: (plan) =>
      written(
        plan,
        mistaken(plan).map(({ from, to, mask }) =>
          retried(
            control('Sequence', [
              go(from),
              action('LoadBlocks'),
              go(to),
              ...turn(mask),
              action('UnloadBlocks'),
            ]),
          ),
        ),
        [],
      ),
  },
  {
    name: 'read-faces',
    what: 'every trip reads from the camera which blocks to turn; one does not turn them',
    make: (plan) =>
      written(
        plan,
        plan.trips.map(({ from, to }, i) =>
          retried(
            control('Sequence', [
              go(from),
              readFaces(from),
              load(),
              ...(i === forgotten(plan) ? [] : turn('{faces}')),
              go(to),
              unload(),
            ]),
          ),
        ),
        [],
      ),
  },
]

const forgotten = (plan: RightPlan): number => plan.trips.findIndex(({ mask }) => mask !== '0000')

const mistaken = (plan: RightPlan): readonly Trip[] =>
  plan.trips.map((trip, i) => (i === forgotten(plan) ? { ...trip, mask: '0000' } : trip))

const steps = ({ from, to, mask }: Trip): readonly NodeDef[] => [
  go(from),
  load(),
  go(to),
  ...turn(mask),
  unload(),
]

const readFaces = (zone: number): NodeDef => action('ReadFaces', { zone: `${zone}`, faces: '{faces}' })

/** null when no block of the field has to be turned: then the tree would be right. */
function written(plan: RightPlan, trips: readonly NodeDef[], own: readonly TreeDef[]): TreeDoc | null {
  if (forgotten(plan) < 0) return null
  const units = [...(plan.shelf ? [retried(shelf())] : []), ...trips, retried(home())]
  return mission(units, [...own, ...plan.subtrees])
}

/** One mistake in an otherwise right tree. */
export interface Fault {
  /** as on the command line */
  readonly name: string
  /** what is wrong, for people */
  readonly what: string
  /** @returns null when the field has no place for this mistake: no shelf to forget, no block to turn */
  make(plan: RightPlan): TreeDoc | null
}
