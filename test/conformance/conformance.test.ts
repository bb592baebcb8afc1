import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CaseRecord, TapeCase } from '../../src/bt/tape/case.js'
import type { Json } from '../../src/bt/tape/json.js'
import { stringify } from '../../src/bt/tape/record.js'
import { runCase } from '../../src/bt/tape/run-case.js'
import { agreement } from './agreement.js'

/** What BehaviorTree.CPP 4.10.0 did with 625 trees, recorded from the engine itself; one case a line. */
interface Case {
  readonly name: string
  readonly kind: 'hand' | 'random' | 'random_script' | 'malformed' | 'timed'
  readonly xml: string
  readonly files?: Readonly<Record<string, string>>
  readonly case: TapeCase
  readonly expect: CaseRecord
}

const cases = readFileSync(new URL('cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

const run = (c: Case): CaseRecord => {
  const record = runCase(c.case, { xml: c.xml, file: `${c.name}.xml`, load: (path) => c.files?.[path] })
  return JSON.parse(stringify(record as Json)) as CaseRecord
}

const of = (...kinds: Case['kind'][]) =>
  cases.filter(({ kind }) => kinds.includes(kind)).map((c) => [c.name, c] as const)

describe('conformance with BehaviorTree.CPP 4.10', () => {
  it('judges by 625 recorded cases', () => {
    expect(cases.length).toBe(625)
  })

  it.each(of('hand', 'random', 'random_script', 'malformed'))('%s agrees at L3', (_, c) => {
    expect(agreement(c.expect, run(c))).toEqual({ level: 'L3' })
  })

  it.each(of('timed'))('%s gives the same statuses under a virtual clock', (_, c) => {
    const { steps } = run(c) as { steps: readonly Record<string, unknown>[] }
    const statuses = steps.map(({ op, status, root }) => ({ op, status, root }))
    const recorded = (c.expect as { steps: readonly Record<string, unknown>[] }).steps
    expect(statuses).toEqual(recorded.map(({ op, status, root }) => ({ op, status, root })))
  })
})
