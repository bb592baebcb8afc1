import * as vitest from 'vitest'
import type * as Shim from './vitest.js'
import type { Ask, Baseline, CoveringTests, MutantResult } from '../protocol.js'

/**
 * Runs inside the sandbox, where every mutant stands beside the original code and a global chooses one. It loads the
 * tests once and then answers `Ask` after `Ask`.
 */
// the sandbox has its own `vitest`
const { collected, collectFrom, run } = vitest as unknown as typeof Shim

/** What the switches in the modules look at. */
interface Mutants {
  /** -1 for none */
  active: number
  /** evaluations of the active one, and how many are believed */
  count: number
  limit: number
  /** evaluations of each mutant's place; counted only while it is there */
  hits: Int32Array | undefined
}

const total = Number(process.env['MUTANTS'])
const atStart = Number(process.env['ACTIVE_MUTANT'] ?? -1)
const mutants: Mutants = { active: atStart, count: 0, limit: Infinity, hits: undefined }
const loading = new Int32Array(total)
mutants.hits = loading
Object.assign(globalThis, { __mutants__: mutants })
const broken: string[] = []

for (const file of JSON.parse(process.env['TEST_FILES'] ?? '[]') as string[]) {
  const url = new URL(file, import.meta.url).href
  collectFrom(url)
  try {
    await import(url)
  } catch (cause) {
    broken.push(`${file}: ${String(cause)}`)
  }
}
// a static mutant may have broken the loading itself
const atLoad = reached(loading)
mutants.hits = undefined
if (atStart >= 0 && broken.length > 0) send({ killedBy: undefined, broken: broken[0] ?? '' })
else send('ready')

let stray: string | undefined
const noteStray = (cause: unknown): void => {
  stray = String(cause)
}
process.on('unhandledRejection', noteStray)
process.on('uncaughtException', noteStray)
process.on('message', (ask: Ask) => void answer(ask))

async function answer(ask: Ask): Promise<void> {
  send(ask.kind === 'baseline' ? await baseline(ask.patience) : await judge(ask))
}

function send(message: Baseline | MutantResult | 'ready'): void {
  process.send?.(message)
}

async function judge({
  mutant,
  tests,
  full,
  hitLimit,
}: Extract<Ask, { kind: 'mutant' }>): Promise<MutantResult> {
  mutants.active = mutant ?? atStart
  mutants.limit = hitLimit
  let killedBy: number | undefined
  for (const index of tests) {
    mutants.count = 0
    few(!full.includes(index))
    if ((await fails(index)) === undefined) continue
    killedBy = index
    break
  }
  mutants.active = atStart
  return { killedBy }
}

async function fails(index: number): Promise<string | undefined> {
  const test = collected[index]
  if (test === undefined) return 'no such test'
  stray = undefined
  try {
    // promises that nobody waited for are told of after the test
    if (await run(test)) await new Promise(setImmediate)
    return stray
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

/** Every test once, without a mutant: what it covers and how much CPU time it takes. */
async function baseline(patience: number): Promise<Baseline> {
  const failing: string[] = []
  const time: number[] = []
  const full: number[] = []
  const covered: (readonly (readonly [number, number])[])[] = []
  for (const [index, { name }] of collected.entries()) {
    let hits = new Int32Array(total)
    mutants.hits = hits
    let start = process.cpuUsage()
    few(true)
    let why = await fails(index)
    if (why !== undefined) {
      // it wants to have seen more
      hits = new Int32Array(total)
      mutants.hits = hits
      start = process.cpuUsage()
      few(false)
      why = await fails(index)
      full.push(index)
    }
    const { user, system } = process.cpuUsage(start)
    time.push(why === undefined ? (user + system) / 1000 : Number.POSITIVE_INFINITY)
    if (why !== undefined) failing.push(`${name}: ${why.slice(0, 200)}`)
    covered.push(reached(hits))
  }
  mutants.hits = undefined
  const order = inTurns(time)
  const covering = coveringTests({ order, covered, time, patience })
  return {
    names: collected.map(({ name }) => name),
    files: collected.map((test) => test.file),
    time,
    order,
    full,
    broken,
    failing,
    atLoad: atLoad.map(([mutant]) => mutant),
    covering: [...covering],
  }
}

interface Covered {
  readonly order: readonly number[]
  readonly covered: readonly (readonly (readonly [number, number])[])[]
  readonly time: readonly number[]
  readonly patience: number
}

/** The tests that reach a mutant, quick ones first, until their time is up. */
function coveringTests({ order, covered, time, patience }: Covered): Map<number, CoveringTests> {
  const covering = new Map<number, CoveringTests>()
  for (const index of order) {
    for (const [mutant, hits] of covered[index] ?? []) {
      const known = covering.get(mutant) ?? { tests: [], ms: 0, hits: 0, capped: false }
      covering.set(mutant, known)
      known.hits = Math.max(known.hits, hits)
      if (known.ms > patience) known.capped = true
      else {
        known.tests.push(index)
        known.ms += time[index] ?? 0
      }
    }
  }
  return covering
}

const few = (on: boolean): void => void Object.assign(globalThis, { __few__: on })

/** Quick tests first, and of every file some before many of one. */
function inTurns(time: readonly number[]): number[] {
  const usable = [...collected.keys()].filter((index) => Number.isFinite(time[index]))
  usable.sort((a, b) => (time[a] ?? 0) - (time[b] ?? 0))
  const seen = new Map<string, number>()
  const rank = new Map<number, number>()
  for (const index of usable) {
    const file = collected[index]?.file ?? ''
    const before = seen.get(file) ?? 0
    seen.set(file, before + 1)
    rank.set(index, before + (time[index] ?? 0) / MS_OF_A_TURN)
  }
  return usable.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
}

const MS_OF_A_TURN = 10

function reached(hits: Int32Array): (readonly [mutant: number, hits: number])[] {
  const found: (readonly [number, number])[] = []
  hits.forEach((count, mutant) => {
    if (count > 0) found.push([mutant, count])
  })
  return found
}
