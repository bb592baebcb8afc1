import { afterAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { treeDiff } from '#bt/edit/diff.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { actorDeps } from '#app/models/model-set.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { treeJob } from '#service/trees/jobs.js'
import { TREE_LIMITS, checkTreeSize } from '#app/tree-limits.js'
import { TreeWorker } from '#service/trees/tree-worker.js'
import { benchmarkMap } from '../simulation/support/field.js'
import { doublingTree, loopTree, sleepyTree } from './support/large-trees.js'

const library = readLibrary()
const world = { library, subtrees: robotSubtrees(library) }
const docOf = (xml: string) =>
  must(parseTree(xml, { file: 'tree.xml', library, include: robotSubtrees(library) }), 'tree')
const named = (xml: string) => ({ hash: treeHash(docOf(xml)), xml: writeTree(docOf(xml)) })

describe('trees beside the reflex loop', () => {
  const told: string[] = []
  const bench = new TreeWorker((text) => void told.push(text), world, 30_000)
  afterAll(() => bench.close())

  it('are checked, compared and drawn as on the thread itself', async () => {
    const [small, other] = [named(sleepyTree(5)), named(sleepyTree(6))]
    expect(must(await bench.check(small.xml, 'a tree'), 'check')).toEqual({ kind: 'check', tree: small })
    const lines = treeDiff(docOf(small.xml), docOf(other.xml)).lines
    expect(must(await bench.diff(small, other), 'diff')).toMatchObject({ lines })
    expect(must(await bench.draw(small), 'draw').svg).toMatch(/^<svg[^]+<\/svg>\s*$/)
    expect(told).toEqual([])
  }, 60_000)

  it('what was drawn is kept by its hash: nobody is asked again', async () => {
    const tree = named(sleepyTree(7))
    const other = new TreeWorker((text) => void told.push(text), world, 30_000)
    const first = must(await other.draw(tree), 'draw')
    other.close()
    expect(must(await other.draw(tree), 'the kept one')).toEqual(first)
    expect((await other.check(tree.xml, 'a tree')).ok).toBe(false)
  }, 60_000)

  it('with a mistake are refused with its line', async () => {
    const refused = await bench.check(
      '<root BTCPP_format="4"><BehaviorTree ID="M"><Slep/></BehaviorTree></root>',
      'his',
    )
    expect(refused.ok ? 'taken' : refused.error.message).toMatch(/^his:1:\d+: unknown node Slep/)
  }, 60_000)
})

describe('a tree that is too large to drive', () => {
  it.each([
    [
      'a loop with 20,000 items',
      loopTree(20_000),
      'LoopString has a queue of 20000 items, at most 1000 items',
    ],
    ['2,001 nodes', sleepyTree(TREE_LIMITS.nodes), 'more than 2000 nodes with its SubTrees opened'],
    ['SubTrees that double one another', doublingTree(12), 'more than 2000 nodes with its SubTrees opened'],
    ['much text', sleepyTree(9_990, 'a name that is long enough'), 'characters, at most 200000'],
    [
      'trees that nobody opens',
      `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree><BehaviorTree ID="B"><Sequence>${'<AlwaysSuccess/>'.repeat(4_000)}</Sequence></BehaviorTree></root>`,
      'elements, at most 4000',
    ],
  ])('%s is refused, looked at or staged', (_, xml, text) => {
    const jobs = [
      { kind: 'check', xml, file: 'his tree' },
      { kind: 'draw', tree: { hash: 'a0', xml } },
      { kind: 'diff', from: { hash: 'a0', xml }, to: { hash: 'a0', xml } },
    ] as const
    for (const job of jobs) {
      const done = treeJob(job, library, world.subtrees)
      expect([job.kind, done.ok ? 'taken' : done.error.code]).toEqual([job.kind, 'tree.too-large'])
      expect(done.ok ? '' : done.error.message).toContain(text)
    }
  })

  it('is refused to an actor as to an operator', () => {
    const { validate } = actorDeps(benchmarkMap, library)
    const large = validate(docOf(sleepyTree(TREE_LIMITS.nodes)))
    expect(large.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'tree.too-large',
    ])
    expect(validate(docOf(sleepyTree(TREE_LIMITS.nodes - 1)))).toEqual([])
  })

  it('one at the limits is not', () => {
    expect(checkTreeSize(docOf(sleepyTree(TREE_LIMITS.nodes - 1)))).toBeUndefined()
    expect(checkTreeSize(docOf(loopTree(TREE_LIMITS.items)))).toBeUndefined()
  })
})
