import type { FieldMap, ZoneId } from '../../../src/base/field-map.js'
import type { Rng } from '../../../src/base/random.js'
import type { NodeDef, TreeDef, TreeDoc } from '../../../src/bt/document.js'
import { randomMask } from './random-mask.js'
import { shuffle } from './random-field.js'

/**
 * A tree that edits could have led to, with the defects that edits are there to cure: no home, no shelf, no retry,
 * blind rotations, zones used twice, trips repeated or cut short, retries around too much, idle waits.
 */
export function randomTree(rng: Rng, map: FieldMap, subtrees: readonly TreeDef[]): TreeDoc {
  const loads = shuffle(rng, zones(map, 'load'))
  const unloads = shuffle(rng, zones(map, 'unload'))
  const trips = 1 + rng.int(loads.length)
  const flat = rng.chance(0.25)
  const units: NodeDef[][] = []
  for (let i = 0; i < trips; i++) {
    const from = loads[rng.chance(0.07) && i > 0 ? i - 1 : i] as ZoneId
    const to = unloads[rng.chance(0.2) && i > 0 ? i - 1 : i % unloads.length] as ZoneId
    units.push(unit(rng, trip(rng, from, to, !flat && rng.chance(0.1)), flat && i === 0))
  }
  const macro =
    !flat && trips > 1 && rng.chance(0.15) ? [[retry(rng, sequence(units.splice(0, 2).flat()))]] : []
  const all = [...macro, ...units]
  if (rng.chance(0.55))
    all.splice(rng.chance(0.85) ? 0 : all.length, 0, [guarded(rng, subtree('CursorSequence'))])
  if (rng.chance(0.1)) all.splice(rng.int(all.length + 1), 0, [delay(rng)])
  if (rng.chance(0.55))
    all.splice(rng.chance(0.88) ? all.length : rng.int(all.length), 0, [guarded(rng, action('MoveToHome'))])
  return { main: 'Main', trees: [{ id: 'Main', root: sequence(all.flat()) }, ...subtrees] }
}

function trip(rng: Rng, from: ZoneId, to: ZoneId, broken: boolean): NodeDef[] {
  const rotate = rng.chance(0.4)
    ? [action('RotateBlocks', { mask: rng.chance(0.25) ? '1111' : randomMask(rng) })]
    : []
  const wait = rng.chance(0.06) ? [delay(rng)] : []
  const load = [action('MoveToZone', { zone: String(from) }), subtree('LoadBlocksSequence')]
  if (broken) return load
  return [
    ...load,
    ...rotate,
    ...wait,
    action('MoveToZone', { zone: String(to) }),
    subtree('UnloadBlocksSequence'),
  ]
}

function unit(rng: Rng, nodes: readonly NodeDef[], flat: boolean): NodeDef[] {
  if (flat) return [...nodes]
  return [rng.chance(0.75) ? retry(rng, sequence(nodes)) : sequence(nodes)]
}

const guarded = (rng: Rng, node: NodeDef): NodeDef => (rng.chance(0.7) ? retry(rng, node) : node)

const retry = (rng: Rng, child: NodeDef): NodeDef => ({
  id: 'RetryUntilSuccessful',
  kind: 'decorator',
  attrs: { num_attempts: rng.chance(0.8) ? '2' : '3' },
  children: [child],
})

const sequence = (children: readonly NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})

const action = (id: string, attrs: Readonly<Record<string, string>> = {}): NodeDef => ({
  id,
  kind: 'action',
  attrs,
  children: [],
})

const subtree = (id: string): NodeDef => ({ id: 'SubTree', kind: 'subtree', attrs: { ID: id }, children: [] })

const delay = (rng: Rng): NodeDef => action('CustomDelay', { duration: `${1 + rng.int(5)}` })

const zones = (map: FieldMap, kind: 'load' | 'unload'): ZoneId[] =>
  map.zones.filter((zone) => zone.kind === kind).map((zone) => zone.id)
