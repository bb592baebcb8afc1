import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { rad, ms } from '#base/units.js'
import type { Mask, ZoneId } from '#base/field-map.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import { initialBelief } from '#twin/field/belief.js'
import type { SlotBelief, WorldState, ZoneBelief } from '#twin/field/world.js'
import { MAP } from './field.js'

export const leaf = (id: string, attrs: Record<string, string> = {}): NodeDef => ({
  id,
  kind: 'action',
  attrs,
  children: [],
})
export const sub = (id: string): NodeDef => ({
  id: 'SubTree',
  kind: 'subtree',
  attrs: { ID: id },
  children: [],
})
export const node = (id: string, ...children: NodeDef[]): NodeDef => ({
  id,
  kind: /^Retry/.test(id) ? 'decorator' : 'control',
  attrs: {},
  children,
})

const wrapped = (id: string, skill: string) => ({ id, root: node('Sequence', leaf(skill)) })

/** A main tree with these children under a Sequence, and the three shipped subtrees. */
export const tree = (...children: NodeDef[]): TreeDoc => ({
  main: 'Main',
  trees: [
    { id: 'Main', root: node('Sequence', ...children) },
    wrapped('LoadBlocksSequence', 'LoadBlocks'),
    wrapped('UnloadBlocksSequence', 'UnloadBlocks'),
    wrapped('CursorSequence', 'MoveCursor'),
  ],
})

/** One finished leaf: path, node, arguments, and `!` before the node when it failed. */
export type Ran = readonly [path: NodePath, node: string, args?: Readonly<Record<string, string>> | undefined]

export function trace(ran: readonly Ran[], secondsEach = 5): TraceEvent[] {
  return ran.flatMap(([path, name, args = {}], i): TraceEvent[] => {
    const failed = name.startsWith('!')
    const at = { path, node: name.replace('!', ''), args, attempt: 1 }
    return [
      { ...at, seq: 2 * i, t: ms(i * secondsEach * 1000), from: 'IDLE', to: 'RUNNING' },
      {
        ...at,
        seq: 2 * i + 1,
        t: ms((i + 1) * secondsEach * 1000),
        from: 'RUNNING',
        to: failed ? 'FAILURE' : 'SUCCESS',
      },
    ]
  })
}

/** The initial tree: one trip from zone 1 to zone 2. */
export const ONE_TRIP = tree(
  leaf('MoveToZone', { zone: '1' }),
  sub('LoadBlocksSequence'),
  leaf('MoveToZone', { zone: '2' }),
  sub('UnloadBlocksSequence'),
)

export const ONE_TRIP_RAN: readonly Ran[] = [
  ['/0', 'MoveToZone', { zone: '1' }],
  ['/1/0/0', 'LoadBlocks'],
  ['/2', 'MoveToZone', { zone: '2' }],
  ['/3/0/0', 'UnloadBlocks'],
]

/** Sensors that believe these slots of these zones full. */
export function evidence(
  full: Readonly<Record<ZoneId, Mask>> = {},
  change: Partial<WorldState> = {},
): Evidence {
  const world = initialBelief(MAP)
  const zones = new Map(world.zones)
  for (const [id, mask] of Object.entries(full)) {
    const slots = [...mask].map((bit): SlotBelief => (bit === '1' ? { face: 'unknown' } : null))
    zones.set(Number(id), { slots: slots as unknown as ZoneBelief['slots'] })
  }
  return { world: { ...world, zones, ...change }, held: '0000' }
}

export const robotAt = (x: number, y: number): Pick<WorldState, 'robot'> => {
  const { robot } = initialBelief(MAP)
  return { robot: { ...robot, pose: { x, y, theta: rad(0) } as WorldState['robot']['pose'] } }
}
