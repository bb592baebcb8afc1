import { expect, test } from 'vitest'
import { reportOf } from '../../lab/training/actor/situations/report.js'
import { symbolicScenario } from '../../lab/training/actor/situations/symbolic.js'
import { randomSetup } from '../../lab/training/engine/fields.js'
import { randomTree } from '../../lab/training/engine/trees.js'
import { stream } from '#base/random.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { validate } from '#bt/validate/validate.js'
import { actorGrammar } from '#learning/field/actor/grammar/grammar.js'
import { parseReply } from '#learning/field/actor/language.js'
import { resolvePatch } from '#learning/field/actor/resolve.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { walker } from './gbnf.js'
import { library, situation, tree } from './world.js'

const WALKS_PER_TREE = 40
const TREES = 75

const { trees } = tree('<Sequence><MoveToHome/></Sequence>')
const subtrees = trees.filter(({ id }) => id !== 'Main')

test('whatever the grammar lets through can be applied and leaves a valid tree: 3000 random walks', () => {
  const ops = new Map<string, number>()
  for (let n = 0; n < TREES; n++) {
    const rng = stream('grammar-walk', n)
    const setup = randomSetup(rng, 'scatter', `walk-${n}`)
    const { map } = setup
    const doc = n % 3 === 0 ? oddTree(n) : randomTree(rng, map, subtrees)
    const { truth, trace, score } = symbolicScenario(rng, setup, doc, 'test')
    const told = reportOf(rng, { map, doc, truth, wording: 'test' })
    const input = { ...situation('<MoveToHome/>'), tree: doc, map, trace, score, report: told }
    const seen = analyse(input)
    const write = walker(actorGrammar({ situation: seen, map, library, maxEdits: 1 }), rng)
    for (let i = 0; i < WALKS_PER_TREE; i++) {
      const reply = write()
      const drafts = parseReply(reply, 1)
      expect(drafts.ok, reply).toBe(true)
      if (!drafts.ok) continue
      const resolved = resolvePatch(doc, seen.book, drafts.value, library)
      expect(resolved.ok ? '' : resolved.error.text, reply).toBe('')
      if (!resolved.ok) continue
      expect(errorsOf(resolved.value.doc), reply).toEqual([])
      ops.set(drafts.value[0]?.op ?? 'none', (ops.get(drafts.value[0]?.op ?? 'none') ?? 0) + 1)
    }
  }
  expect([...ops.keys()].toSorted()).toEqual([
    'insert',
    'move',
    'none',
    'remove',
    'replaceSubtree',
    'setAttr',
    'unwrap',
    'wrap',
  ])
})

const errorsOf = (doc: TreeDoc): string[] =>
  validate(doc, library, { compat: 'strict' })
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)

/** Trees as people write them: nested controls, decorators on decorators, single leaves, groups with a fixed count. */
function oddTree(n: number): TreeDoc {
  const rng = stream('odd-tree', n)
  const leaf = (): NodeDef =>
    rng.pick([
      node('MoveToHome', 'action'),
      node('MoveToZone', 'action', { zone: String(1 + rng.int(8)) }),
      node('RotateBlocks', 'action', { mask: rng.chance(0.3) ? '{faces}' : '0101' }),
      node('CustomDelay', 'action', { duration: '2' }),
      node('AlwaysSuccess', 'action'),
      { id: 'SubTree', kind: 'subtree', attrs: { ID: 'LoadBlocksSequence' }, children: [] },
    ])
  const grow = (depth: number): NodeDef => {
    if (depth === 0 || rng.chance(0.25)) return leaf()
    if (rng.chance(0.4)) {
      const [id, attrs] = rng.pick<[string, Record<string, string>]>([
        ['RetryUntilSuccessful', { num_attempts: '2' }],
        ['Timeout', { msec: '9000' }],
        ['ForceSuccess', {}],
        ['Inverter', {}],
      ])
      return { id, kind: 'decorator', attrs, children: [grow(depth - 1)] }
    }
    const [id, least] = rng.pick<[string, number]>([
      ['Sequence', 1],
      ['Fallback', 1],
      ['IfThenElse', 2],
      ['ReactiveSequence', 1],
    ])
    const count = id === 'IfThenElse' ? least + rng.int(2) : least + rng.int(3)
    return { id, kind: 'control', attrs: {}, children: Array.from({ length: count }, () => grow(depth - 1)) }
  }
  return { main: 'Main', trees: [{ id: 'Main', root: grow(4) }, ...subtrees] }
}

const node = (id: string, kind: NodeDef['kind'], attrs: Record<string, string> = {}): NodeDef => ({
  id,
  kind,
  attrs,
  children: [],
})
