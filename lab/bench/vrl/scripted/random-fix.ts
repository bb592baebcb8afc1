import { SLOTS, slotsMask, type FieldMap, type Zone, type ZoneId } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import { labelTree, type Labelled } from '#learning/field/actor/address.js'
import type { Fix } from '#learning/critic/report.js'

/** Some fix of the critic's vocabulary, at some node of the tree: every kind that the tree allows is equally likely. */
export function randomFix(doc: TreeDoc, map: FieldMap, rng: Rng): Fix {
  const nodes = labelTree(doc).all.filter(({ path }) => path !== '/')
  const paths = (...roles: Labelled['role'][]): readonly NodePath[] =>
    nodes.filter(({ role }) => roles.includes(role)).map(({ path }) => path)
  const mask = slotsMask(SLOTS.filter(() => rng.chance(0.5)))
  const some = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : rng.pick(items))
  const [load, unload] = [some(zones(map, 'load')), some(zones(map, 'unload'))]
  const [turn, brought, leaf] = [some(paths('rotate')), some(paths('unload')), some(paths(...LEAVES))]
  return rng.pick<Fix>([
    { kind: 'move-shelf', before: null },
    { kind: 'go-home' },
    ...(turn === undefined ? [] : [{ kind: 'set-mask', at: turn, mask } as const]),
    ...(brought === undefined ? [] : [{ kind: 'insert-rotate', before: brought, mask } as const]),
    ...(leaf === undefined
      ? []
      : [
          { kind: 'remove-node', at: leaf } as const,
          { kind: 'retry', from: leaf, to: leaf, attempts: 2 } as const,
        ]),
    ...(load === undefined || unload === undefined ? [] : [{ kind: 'add-trip', load, unload } as const]),
  ])
}

const LEAVES: readonly Labelled['role'][] = ['move', 'load', 'unload', 'rotate', 'cursor', 'home', 'delay']

const zones = (map: FieldMap, kind: Zone['kind']): readonly ZoneId[] =>
  map.zones.filter((zone) => zone.kind === kind).map(({ id }) => id)
