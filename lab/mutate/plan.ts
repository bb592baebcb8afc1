import { createHash } from 'node:crypto'
import type { Baseline } from './protocol.js'
import type { Mutant } from './sandbox.js'

/** One mutant with the tests that can notice it. */
export interface Job {
  readonly mutant: Mutant
  /** stays the same while the code around it does */
  readonly key: string
  readonly kind: 'running' | 'static' | 'uncovered'
  /** its place is also reached while modules load */
  readonly loaded: boolean
  readonly tests: readonly number[]
  /** the tests' time without the mutant */
  readonly ms: number
  readonly hitLimit: number
  readonly capped: boolean
}

/**
 * Every mutant as a job, in an order that only depends on the seed: any beginning of it is a fair sample. A mutant of
 * code that only runs while modules load (`static`) needs a process of its own, and may be noticed by any test.
 */
export function plan(mutants: readonly Mutant[], baseline: Baseline, seed: string, patience: number): Job[] {
  const covering = new Map(baseline.covering)
  const atLoad = new Set(baseline.atLoad)
  const all = within(baseline, patience)
  const jobs = mutants.map((mutant): Job => {
    const { start, end } = mutant.location
    const place = `${start.line + 1}:${start.column + 1}-${end.line + 1}:${end.column + 1}`
    const key = `${mutant.fileName}:${place} ${mutant.mutatorName} ${mutant.replacement}`
    const { tests = [], ms = 0, hits = 0, capped = false } = covering.get(Number(mutant.id)) ?? {}
    const base = { mutant, key, hitLimit: hits * 100 + 10_000 }
    const loaded = atLoad.has(Number(mutant.id))
    if (tests.length > 0) return { ...base, kind: 'running', loaded, tests, ms, capped }
    if (loaded) return { ...base, kind: 'static', loaded, tests: all.tests, ms: all.ms, capped: true }
    return { ...base, kind: 'uncovered', loaded, tests, ms, capped }
  })
  const rank = new Map(
    jobs.map((job) => [job, createHash('sha256').update(`${seed} ${job.key}`).digest('hex')]),
  )
  return jobs.sort((a, b) => ((rank.get(a) ?? '') < (rank.get(b) ?? '') ? -1 : 1))
}

function within(
  { order, time }: Baseline,
  patience: number,
): { readonly tests: number[]; readonly ms: number } {
  const tests: number[] = []
  let ms = 0
  for (const index of order) {
    if (ms > patience) break
    tests.push(index)
    ms += time[index] ?? 0
  }
  return { tests, ms }
}

/** A room whose sources are given small faults, and the tests that have to notice them. */
export interface Room {
  readonly sources: string
  /** test files, and folders of them */
  readonly tests: readonly string[]
  /** what a line of the table stands for */
  readonly by: 'file' | 'folder'
}

/** Tests of a room are those in its own folders, and those of its neighbours that are about its promises. */
export const ROOMS: Readonly<Record<string, Room>> = {
  bt: { sources: 'src/bt', tests: ['test/bt', 'test/conformance'], by: 'folder' },
  link: { sources: 'src/link', tests: ['test/link', 'test/tap/wire-file.test.ts'], by: 'file' },
  twin: {
    sources: 'src/twin',
    tests: ['test/twin', 'test/gate/permit-fuzz.test.ts', 'test/gate/precondition-faults.test.ts'],
    by: 'file',
  },
}
