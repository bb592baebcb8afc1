import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCase, type Recorded } from './corpus/run-case.js'

/**
 * A part of a corpus recorded from BehaviorTree.CPP 4.10: the cases of nodes that this engine has, without scripts
 * and pre- or post-conditions. `differs` says why we refuse on purpose what BehaviorTree.CPP lets pass.
 */
interface Case {
  readonly name: string
  readonly xml: string
  readonly steps: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly differs?: string
  /** recorded with real timers, statuses only */
  readonly timed?: true
  readonly expect: Recorded
}

const cases = readFileSync(new URL('corpus/cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

const run = (c: Case) => runCase(c.xml, c.steps, (path) => c.files?.[path])
const refused = cases.filter((c) => c.expect.error !== undefined)
const differing = cases.filter((c) => c.differs !== undefined)
const timed = cases.filter((c) => c.timed === true)
const running = cases.filter(
  (c) => c.expect.error === undefined && c.differs === undefined && c.timed !== true,
)

describe('agreement with BehaviorTree.CPP 4.10 on recorded cases', () => {
  it('has the cases that it claims', () => {
    expect({
      running: running.length,
      refused: refused.length,
      differing: differing.length,
      timed: timed.length,
    }).toEqual(COUNTS)
  })

  it.each(running.map((c) => [c.name, c] as const))(
    '%s: every status, event and tick result is the same (L3)',
    (_, c) => {
      expect(run(c)).toEqual({ kind: 'ran', recorded: c.expect })
    },
  )

  it.each(timed.map((c) => [c.name, c] as const))('%s: every status is the same at every time', (_, c) => {
    const outcome = run(c)
    const steps = outcome.kind === 'ran' ? outcome.recorded.steps : []
    expect(steps?.map(({ op, status, root }) => ({ op, status, root }))).toEqual(c.expect.steps)
  })

  it.each(refused.map((c) => [c.name, c] as const))('%s: refused, with a place in the text', (_, c) => {
    const outcome = run(c)
    const places = outcome.kind === 'refused' ? outcome.diagnostics.map((d) => d.where?.line) : []
    expect(places.length).toBeGreaterThan(0)
    expect(places.every((line) => line !== undefined)).toBe(true)
  })

  it.each(differing.map((c) => [c.name, c] as const))('%s: refused on purpose', (_, c) => {
    expect(run(c).kind).toBe('refused')
  })
})

const COUNTS = { running: 79, refused: 32, differing: 4, timed: 5 }
