import { describe, expect, it } from 'vitest'
import type { Mask } from '#base/field-map.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { score } from '#learning/field-score.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld } from '#simulation/field/world/world.js'
import { mission, Rig, treeOf } from '../robots/support/rig.js'
import { benchmarkField, benchmarkMap } from './support/field.js'

type Masks = readonly [Mask, Mask, Mask, Mask]

/** orange-up blocks of zones 1, 3, 5, 7 */
const ORANGE = {
  F1: ['0000', '0000', '0000', '0000'],
  F2: ['1111', '0000', '1111', '0000'],
  F3: ['0101', '1010', '0011', '1100'],
  F4: ['0001', '0111', '1000', '1110'],
  F5: ['1111', '1111', '1111', '1111'],
} as const satisfies Record<string, Masks>

const [NONE, ALL] = [ORANGE.F1, ORANGE.F5]

function play(tree: TreeDoc, orange: Masks) {
  const world = createWorld({
    setup: benchmarkField(...orange),
    seed: 1,
    episode: 1,
    faults: FAULT_PROFILES.none,
  })
  const rig = new Rig(benchmarkMap, world).armed()
  const { status } = rig.run(tree)
  const facts = world.outcome()
  const failures = rig.feedback.filter(({ kind }) => kind !== 'done')
  return { status, facts, total: score(facts).total, failures, chances: world.faultChances }
}

/** The reference plan of F1 with a RotateBlocks before each UnloadBlocks, where the mask names a cup. */
function turning(masks: Masks): TreeDoc {
  const plan = mission('reference/best-F1.xml')
  const rest = [...masks]
  const walk = (node: NodeDef): NodeDef => ({
    ...node,
    children: node.children.flatMap((child) => {
      if (child.attrs.ID !== 'UnloadBlocksSequence') return [walk(child)]
      const mask = rest.shift() ?? '0000'
      if (mask === '0000') return [child]
      return [{ id: 'RotateBlocks', kind: 'action' as const, attrs: { mask }, children: [] }, child]
    }),
  })
  const trees = plan.trees.map((tree) => (tree.id === plan.main ? { ...tree, root: walk(tree.root) } : tree))
  expect(rest).toEqual([])
  return { ...plan, trees }
}

// The whole body without its critic: trees on the real firmware in the simulated world, without faults.
describe('reference scores on the virtual robot (benchmarks §6.1)', () => {
  it.each([
    ['F1', 37.2],
    ['F2', -32.8],
    ['F3', -2.8],
    ['F4', 12.2],
    ['F5', -32.8],
  ] as const)('the initial tree scores on %s the tabulated %d within 0.1 (VRL-03)', (field, points) => {
    const { status, facts, total } = play(mission('initial.xml'), ORANGE[field])
    expect(status).toBe('SUCCESS')
    expect(facts).toMatchObject({ outside: 0, robotHome: false, blocksUnloaded: 4 })
    expect(Math.abs(total - points)).toBeLessThan(0.1)
  })

  it.each([
    ['F1', 159.7],
    ['F2', 153.7],
    ['F3', 147.7],
    ['F4', 147.7],
    ['F5', 147.7],
  ] as const)(
    'the reference plan with the masks of %s reaches the tabulated %d within 0.1',
    (field, points) => {
      const { status, facts, total, failures, chances } = play(turning(ORANGE[field]), ORANGE[field])
      expect({ status, failures }).toEqual({ status: 'SUCCESS', failures: [] })
      expect(facts).toMatchObject({ correct: 16, fullBatches: 4, robotHome: true, shelfAtTarget: true })
      expect(Math.abs(total - points)).toBeLessThan(0.1)
      // the world counts moves as the benchmark does: to the shelf, eight to zones, one home; the push is no move
      expect(chances).toMatchObject({ navigation: 10, cursor: 1, grip: 16, drop: 16, placement: 16 })
    },
  )

  it.each([
    ['no block turned', 'F3', NONE, -0.3],
    ['no block turned', 'F5', NONE, -120.3],
    ['every block turned', 'F1', ALL, -132.3],
    ['every block turned', 'F4', ALL, -12.3],
  ] as const)('%s on %s within 0.1 of the table', (_, field, masks, points) => {
    const { status, total } = play(turning(masks), ORANGE[field])
    expect(status).toBe('SUCCESS')
    expect(Math.abs(total - points)).toBeLessThan(0.1)
  })
})

describe('a rotation that is cut off (AMB-16)', () => {
  it('by a Timeout and tried again ends with the blocks turned', () => {
    const world = createWorld({
      setup: benchmarkField(...ORANGE.F2),
      seed: 1,
      episode: 1,
      faults: FAULT_PROFILES.none,
    })
    const rig = new Rig(benchmarkMap, world).armed()
    const { status } = rig.run(
      treeOf(
        '<Sequence><MoveToZone zone="1"/><LoadBlocks/><RetryUntilSuccessful num_attempts="4">' +
          '<Timeout msec="1300"><RotateBlocks mask="1111"/></Timeout></RetryUntilSuccessful>' +
          '<MoveToZone zone="2"/><UnloadBlocks/></Sequence>',
      ),
    )
    expect(status).toBe('SUCCESS')
    expect(rig.refusals).toEqual([])
    expect(rig.sent.filter(({ kind }) => kind === 'stop').length).toBeGreaterThanOrEqual(2)
    const laid = world.blocks().filter(({ from }) => from === 1)
    expect(laid.map(({ face }) => face)).toEqual(['blue', 'blue', 'blue', 'blue'])
    expect(world.outcome()).toMatchObject({ blocksUnloaded: 4 })
  })
})
