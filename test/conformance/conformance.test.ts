import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CaseRecord, TapeCase } from '#bt-tools/tape/case.js'
import { stringify } from '#bt-tools/tape/record.js'
import { runCase } from '#bt-tools/tape/run-case.js'
import { agreement } from '#bt-cli/trace/agreement.js'

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
  return JSON.parse(stringify(record)) as CaseRecord
}

const untimed = cases.filter(({ kind }) => kind !== 'timed').map((c) => [c.name, c] as const)
const timed = cases.filter(({ kind }) => kind === 'timed').map((c) => [c.name, c] as const)

describe('conformance with BehaviorTree.CPP 4.10', () => {
  it('judges by 625 recorded cases', () => {
    expect([untimed.length, timed.length]).toEqual([617, 8])
  })

  it.each(untimed)('%s agrees at L3', (_, c) => {
    const got = run(c)
    expect(agreement(c.expect, got)).toEqual({ level: 'L3' })
    expect(got['export_json']).toEqual(c.expect['export_json'])
  })

  it.each(timed)('%s gives the same statuses under a virtual clock', (_, c) => {
    expect(agreement(c.expect, run(c), true)).toEqual({ level: 'L1' })
  })
})
