import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { foldPolicy, onTrial } from '#learning/policy/fold.js'
import { openPolicy } from '#learning/policy/policy-manager.js'
import { POLICY_RULES } from '#learning/policy/judge.js'
import { initial, initialHash, MemoryRows, treeNamed } from './support/rows.js'

const RUNS = Number(process.env['GRAFT_FUZZ'] ?? 120)
const NAMES = ['a', 'b', 'c', 'd'] as const
const trees = new Map(NAMES.map((name) => [name as string, treeNamed(name)]))
const hashOf = (name: string): string => trees.get(name)?.hash ?? ''

/** One thing that happens to a service, and how many writes later its process ends, if it does. */
type Step = {
  readonly crashAfter: number | null
} & (
  | {
      readonly what: 'run'
      readonly score: number
      readonly refusals: number
      readonly end: 'tree-success' | 'operator-stop'
    }
  | { readonly what: 'propose'; readonly name: string; readonly author: string }
  | { readonly what: 'unhealthy' }
  | { readonly what: 'rollback'; readonly to: string | undefined }
  | { readonly what: 'restart' }
)

const name = fc.constantFrom(...NAMES)
const crashAfter = fc.oneof(
  { arbitrary: fc.constant(null), weight: 4 },
  { arbitrary: fc.integer({ min: 0, max: 5 }), weight: 1 },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('run' as const),
      crashAfter,
      score: fc.integer({ min: -40, max: 150 }),
      refusals: fc.integer({ min: 0, max: 3 }),
      end: fc.constantFrom('tree-success' as const, 'tree-success' as const, 'operator-stop' as const),
    }),
  },
  fc.record({
    what: fc.constant('propose' as const),
    crashAfter,
    name,
    author: fc.constantFrom('actor', 'operator:ann'),
  }),
  fc.record({ what: fc.constant('unhealthy' as const), crashAfter }),
  fc.record({ what: fc.constant('rollback' as const), crashAfter, to: fc.option(name, { nil: undefined }) }),
  fc.record({ what: fc.constant('restart' as const), crashAfter }),
)

class PowerCut extends Error {}

/** A service that begins anew after each crash, with nothing but its rows. */
async function live(steps: readonly Step[], after: (rows: MemoryRows) => Promise<void>): Promise<number> {
  const rows = new MemoryRows()
  let crashes = 0
  for (const each of steps) {
    let left = each.crashAfter ?? Infinity
    rows.onWrite = () => {
      if (left-- <= 0) throw new PowerCut()
    }
    try {
      await act(rows, each)
    } catch (error) {
      if (!(error instanceof PowerCut)) throw error
      crashes++
    }
    rows.onWrite = () => undefined
    await after(rows)
  }
  return crashes
}

async function act(rows: MemoryRows, each: Step): Promise<void> {
  const manager = must(await openPolicy(rows, 'F1', initial), 'slots')
  const { run } = must(await manager.atStart(), 'a start')
  switch (each.what) {
    case 'run':
      must(await manager.began(run), 'a start that counts')
      must(
        await manager.finished(run, { score: each.score, refusals: each.refusals, endReason: each.end }),
        'an end',
      )
      return
    case 'propose': {
      const { hash, xml } = treeNamed(each.name)
      must(
        await manager.proposed(hash, xml, { parent: run, author: each.author, cause: 'as drawn' }),
        'a proposal',
      )
      return
    }
    case 'unhealthy':
      must(await manager.began(run), 'a start that counts')
      must(await manager.healthFailure('late'), 'noted')
      return
    case 'rollback':
      await manager.rollback('ann', each.to === undefined ? undefined : hashOf(each.to), 'as drawn')
      return
    case 'restart':
      must(await manager.began(run), 'a start that counts')
      return
  }
}

describe('policy slots under crashes', () => {
  it(`G16: ${RUNS} random lives, cut at random writes: always the good tree or one on trial, and the fold says which`, async () => {
    let crashes = 0
    let starts = 0
    let trials = 0
    let commits = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
        crashes += await live(steps, async (rows) => {
          const before = rows.slotEvents().length
          const manager = must(await openPolicy(rows, 'F1', initial), 'slots')
          const { run, problems } = must(await manager.atStart(), 'a start')
          const { slots } = manager
          starts++
          // A or B, never neither
          const known = [slots.active, ...onTrial(slots).map(({ hash }) => hash)]
          expect(known).toContain(run)
          expect(rows.tree(run).ok).toBe(true)
          expect(problems).toEqual([])
          expect(slots.good.at(-1)).toBe(slots.active)
          // replays equal, and looking changes nothing but the start that failed
          expect(foldPolicy(manager.history())).toEqual(slots)
          expect(rows.slotEvents().length - before).toBeLessThanOrEqual(3)
          if (run !== slots.active) trials++
          commits += manager.history().filter(({ kind }) => kind === 'committed').length
          // what is on trial has chances left
          for (const tree of onTrial(slots)) {
            expect(tree.failedStarts).toBeLessThan(POLICY_RULES.failedStarts)
            expect(tree.episodes.length).toBeLessThan(POLICY_RULES.trialEpisodes)
            expect(tree.unhealthy).toBe(false)
          }
        })
      }),
      { numRuns: RUNS },
    )
    // the lives were not all the same quiet one
    expect(crashes).toBeGreaterThan(RUNS / 2)
    expect(starts).toBeGreaterThan(RUNS)
    expect(trials).toBeGreaterThan(RUNS / 10)
    expect(commits).toBeGreaterThan(RUNS / 100)
  }, 3_600_000)

  it('G16: a tree that always kills its process is gone within three starts, wherever the cut falls', async () => {
    let lives = 0
    for (let cut = 0; cut <= 6; cut++) {
      for (let first = 1; first <= 3; first++) {
        const rows = new MemoryRows()
        const manager = must(await openPolicy(rows, 'F1', initial), 'slots')
        const bad = treeNamed('bad')
        must(
          await manager.proposed(bad.hash, bad.xml, { parent: initialHash, author: 'actor', cause: 'kills' }),
          'a proposal',
        )
        let counted = 0
        for (let start = 1; start <= 12; start++) {
          let left = start === first ? cut : Infinity
          rows.onWrite = () => {
            if (left-- <= 0) throw new PowerCut()
          }
          try {
            const next = must(await openPolicy(rows, 'F1', initial), 'slots')
            const { run } = must(await next.atStart(), 'a start')
            must(await next.began(run), 'a start that counts')
            // only now would it run, and kill the process
            if (run === bad.hash) counted++
          } catch (error) {
            if (!(error instanceof PowerCut)) throw error
          }
        }
        rows.onWrite = () => undefined
        expect(counted).toBeLessThanOrEqual(3)
        const last = must(await openPolicy(rows, 'F1', initial), 'slots')
        expect(must(await last.atStart(), 'a start').run).toBe(initialHash)
        lives++
      }
    }
    expect(lives).toBe(21)
  })
})
