import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readLibrary } from '#app/policy.js'
import { markdownTable } from '../answer.js'
import { chosenFields, type FieldOptions } from '../fields/field-options.js'
import type { Progress } from '../progress.js'
import { carryOff, type Afterwards, type Carried } from './carry-off.js'

export interface KidnappedBench extends FieldOptions {
  readonly times: number
  readonly seedFrom: number
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

export interface KidnappedRow {
  readonly carried: Carried
  readonly times: number
  /** knew its place to 30 mm and 2° again */
  readonly found: number
  /** of those, within 2 s */
  readonly soon: number
  /** said that it did not know its place, and found none */
  readonly lost: number
  /** drove while it was 45 mm or more from where it believed to be */
  readonly wrong: number
  /** the most that it was from there meanwhile, metres */
  readonly most: number
}

/** Somebody carries the robot off while it stands: does it find out where it is, or say that it does not know? */
export async function runKidnappedBench(
  bench: KidnappedBench,
): Promise<
  Result<
    { readonly page: string; readonly json: { readonly rows: readonly KidnappedRow[] } },
    readonly Diagnostic[]
  >
> {
  const fields = await chosenFields(bench)
  if (!fields.ok) return err(fields.error)
  const library = readLibrary()
  const progress = bench.progress(bench.times)
  const seen = new Map<Carried, Afterwards[]>(WAYS.map((carried) => [carried, []]))
  for (let i = 0; i < bench.times && !bench.signal.aborted; i++) {
    const setup = fields.value[i % fields.value.length]
    if (setup === undefined) break
    const seed = bench.seedFrom + Math.floor(i / fields.value.length)
    for (const carried of WAYS) seen.get(carried)?.push(await carryOff({ setup, library, seed, carried }))
    progress.step(`${setup.map.id}, seed ${seed}`)
  }
  progress.done()
  const rows = [...seen].map(([carried, afterwards]) => figuresOf(carried, afterwards))
  return ok({ page: pageOf(bench, rows), json: { rows } })
}

const WAYS: readonly Carried[] = ['half a metre', 'anywhere']
const SOON_MS = 2000

function figuresOf(carried: Carried, all: readonly Afterwards[]): KidnappedRow {
  const count = (is: (each: Afterwards) => boolean): number => all.filter(is).length
  return {
    carried,
    times: all.length,
    found: count(({ foundMs }) => foundMs !== undefined),
    soon: count(({ foundMs = Infinity }) => foundMs <= SOON_MS),
    lost: count(({ foundMs, saidLost }) => foundMs === undefined && saidLost),
    wrong: count(({ droveFrom }) => droveFrom !== undefined),
    most: Math.max(0, ...all.map(({ droveFrom = 0 }) => droveFrom)),
  }
}

function pageOf({ seedFrom }: KidnappedBench, rows: readonly KidnappedRow[]): string {
  const what =
    `The robot is carried off while it stands, seeds from ${seedFrom}, and is to drive to a zone afterwards. Found: ` +
    'it knew its place to 30 mm and 2° again; lost: it said that it did not, and drove no further; drove astray: it ' +
    'drove 45 mm or more beside where it believed to be.'
  const head = ['carried', 'times', 'found', 'within 2 s', 'lost', 'drove astray', 'at most by']
  const table = rows.map(({ carried, times, found, soon, lost, wrong, most }) => [
    carried,
    ...[times, found, soon, lost, wrong].map(String),
    `${(1000 * most).toFixed(0)} mm`,
  ])
  return `${what}\n\n${markdownTable(head, table)}`
}
