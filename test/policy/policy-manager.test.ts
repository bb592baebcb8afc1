import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { foldPolicy } from '#learning/policy/fold.js'
import { openPolicy, type PolicyManager } from '#learning/policy/policy-manager.js'
import { initial, initialHash, MemoryRows, treeNamed } from './support/rows.js'

const open = async (rows: MemoryRows): Promise<PolicyManager> =>
  must(await openPolicy(rows, 'F1', initial), 'slots')
const startOf = async (manager: PolicyManager) => must(await manager.atStart(), 'a start')
const propose = async (manager: PolicyManager, name: string, author = 'actor'): Promise<string> => {
  const { hash, xml } = treeNamed(name)
  must(await manager.proposed(hash, xml, { parent: initialHash, author, cause: `try ${name}` }), 'a proposal')
  return hash
}
const play = async (manager: PolicyManager, hash: string, score: number, refusals = 0): Promise<void> => {
  must(await manager.began(hash), 'a start that counts')
  must(await manager.finished(hash, { score, refusals, endReason: 'tree-success' }), 'an episode')
}

describe('policy slots', () => {
  it('a field begins with its first tree, which counts as good', async () => {
    const manager = await open(new MemoryRows())
    expect(await startOf(manager)).toMatchObject({ run: initialHash, problems: [] })
    expect(manager.status()).toEqual({ field: 'F1', active: initialHash, trial: null })
  })

  it('a trial that is not worse in three episodes is the good tree then', async () => {
    const manager = await open(new MemoryRows())
    await play(manager, initialHash, 20)
    const better = await propose(manager, 'better')
    expect(manager.status().trial).toEqual({ hash: better, started: 0, finished: 0, needed: 3 })
    for (const score of [30, 10, 18]) {
      expect(manager.status().active).toBe(initialHash)
      await play(manager, better, score)
    }
    expect(manager.status()).toEqual({ field: 'F1', active: better, trial: null })
    expect(manager.history().at(-1)).toMatchObject({ kind: 'committed', hash: better })
  })

  it.each([
    ['its mean score is lower by more than the tolerance', [14, 14, 14], 0],
    ['more commands of it are refused', [40, 40, 40], 1],
  ])('a trial goes back when %s', async (_why, scores, refusals) => {
    const manager = await open(new MemoryRows())
    await play(manager, initialHash, 20)
    const worse = await propose(manager, 'worse')
    for (const score of scores) await play(manager, worse, score, refusals)
    expect(manager.status()).toEqual({ field: 'F1', active: initialHash, trial: null })
    expect(manager.history().at(-1)).toMatchObject({ kind: 'rolled-back', hash: worse, by: 'graft' })
    await propose(manager, 'worse')
    expect((await startOf(manager)).run).toBe(initialHash)
    await propose(manager, 'worse', 'operator:ann')
    expect((await startOf(manager)).run).toBe(worse)
  })

  it('three starts without a finished episode end a trial: the fourth begins with the good tree', async () => {
    const rows = new MemoryRows()
    const bad = await propose(await open(rows), 'bad')
    const began: string[] = []
    for (let start = 1; start <= 4; start++) {
      // a new process each time: nothing but the rows is left of the last one
      const manager = await open(rows)
      const { run } = await startOf(manager)
      began.push(run)
      must(await manager.began(run), 'a start that counts')
    }
    expect(began).toEqual([bad, bad, bad, initialHash])
  })

  it('a health failure while a tree on trial runs ends the trial at once; the good tree stays', async () => {
    const manager = await open(new MemoryRows())
    const bad = await propose(manager, 'bad')
    must(await manager.began(bad), 'a start')
    must(await manager.healthFailure('reflex late'), 'noted')
    expect((await startOf(manager)).run).toBe(initialHash)
    must(await manager.began(initialHash), 'a start')
    must(await manager.healthFailure('reflex late'), 'noted')
    expect((await startOf(manager)).run).toBe(initialHash)
  })

  it('an episode that link, button or operator cut short is no lesson and no failed start', async () => {
    const manager = await open(new MemoryRows())
    const tree = await propose(manager, 'tree')
    for (let n = 0; n < 5; n++) {
      must(await manager.began(tree), 'a start')
      must(await manager.finished(tree, { score: -99, refusals: 9, endReason: 'operator-stop' }), 'an end')
    }
    expect(manager.status().trial).toEqual({ hash: tree, started: 5, finished: 0, needed: 3 })
    expect((await startOf(manager)).run).toBe(tree)
  })

  it('an operator goes back: off the trial, then to the good tree before, then to any tree by its hash', async () => {
    const manager = await open(new MemoryRows())
    await play(manager, initialHash, 0)
    const first = await propose(manager, 'first')
    for (let n = 0; n < 3; n++) await play(manager, first, 10)
    const second = await propose(manager, 'second')
    expect(manager.status()).toMatchObject({ active: first, trial: { hash: second } })
    expect(must(await manager.rollback('ann', undefined, 'looks odd'), 'back')).toMatchObject({
      active: first,
      trial: null,
    })
    expect(must(await manager.rollback('ann', undefined, 'odd too'), 'back').active).toBe(initialHash)
    expect(must(await manager.rollback('ann', second.slice(0, 8), 'I want it'), 'there').active).toBe(second)
    expect(await manager.rollback('ann', 'f'.repeat(64), '?')).toMatchObject({
      ok: false,
      error: { code: 'policy.unknown-tree' },
    })
    expect(manager.history().at(-1)).toMatchObject({
      kind: 'returned',
      by: 'operator:ann',
      cause: 'I want it',
    })
  })

  it('a tree whose text has changed is refused; in place of the good one an older good one runs', async () => {
    const rows = new MemoryRows()
    const manager = await open(rows)
    await play(manager, initialHash, 0)
    const good = await propose(manager, 'good')
    for (let n = 0; n < 3; n++) await play(manager, good, 10)
    const trial = await propose(manager, 'trial')
    rows.damage(trial)
    const first = await startOf(await open(rows))
    expect(first).toMatchObject({ run: good, problems: [{ code: 'test.changed-tree' }] })
    rows.damage(good)
    const again = await startOf(await open(rows))
    expect(again.run).toBe(initialHash)
    expect(again.problems.map(({ code }) => code)).toEqual(['test.changed-tree', 'policy.active-changed'])
  })

  it('the first tree can always be put back: the program carries its text', async () => {
    const rows = new MemoryRows()
    const manager = await open(rows)
    rows.damage(initialHash)
    expect((await startOf(manager)).run).toBe(initialHash)
    expect(rows.tree(initialHash).ok).toBe(true)
  })

  it('a start that cannot be counted on the disk is refused', async () => {
    const rows = new MemoryRows()
    const manager = await open(rows)
    rows.full = true
    expect(await manager.began(initialHash)).toMatchObject({ ok: false, error: { code: 'test.full' } })
    expect(manager.slots.running).toBeNull()
  })

  it('the slots are the fold over their history', async () => {
    const manager = await open(new MemoryRows())
    await play(manager, initialHash, 1)
    await play(manager, await propose(manager, 'x'), 2)
    expect(foldPolicy(manager.history())).toEqual(manager.slots)
  })

  it('every tree has a parent, an author and a cause in the store', async () => {
    const rows = new MemoryRows()
    const hash = await propose(await open(rows), 'x')
    expect(rows.origins.get(hash)).toEqual({ parent: initialHash, author: 'actor', cause: 'try x' })
    expect(rows.origins.get(initialHash)).toMatchObject({ parent: null, author: 'initial' })
  })
})
