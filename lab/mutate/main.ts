import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { plan, type Job, ROOMS } from './plan.js'
import { seconds, Worker } from './pool.js'
import type { Ask, Baseline } from './protocol.js'
import { scores, table, type Outcome } from './report.js'
import { makeSandbox, sandboxOf } from './sandbox.js'

/**
 * Mutation testing of a room: the mutants of Stryker's instrumenter, run by warm processes that have loaded the room's
 * tests once. What does not fit into the budget is estimated from a random sample.
 *
 *     npm run mutate -- --room bt --budget 1200 --under src/bt/engine --survivors
 */
const { values } = parseArgs({
  options: {
    /** one of `ROOMS` */
    room: { type: 'string', default: '' },
    /** seconds for mutants that need no process of their own, and as much for half of the others */
    budget: { type: 'string', default: '1800' },
    /** share of the budget for mutants of code that runs while modules load */
    static: { type: 'string', default: '0.2' },
    /** only faults in files whose name begins with one of these, parted by commas */
    under: { type: 'string', default: 'src' },
    /** only test files whose name contains one of these, parted by commas */
    tests: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    /** milliseconds of tests for one mutant, the quickest first */
    patience: { type: 'string', default: '1500' },
    /** only those that survived the last time */
    again: { type: 'boolean', default: false },
    survivors: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const room = ROOMS[values.room]
if (room === undefined) throw new Error(`--room must be one of ${Object.keys(ROOMS).join(', ')}`)
const folder = sandboxOf(values.room)
const RESULT = `${folder}.json`
const under = values.under.split(',')
const say = (text: string): void => void (values.json || process.stderr.write(`${text}\n`))

const before = values.again
  ? new Set(
      (JSON.parse(readFileSync(RESULT, 'utf8')) as { survivors: { key: string }[] }).survivors.map(
        ({ key }) => key,
      ),
    )
  : undefined
const sandbox = await makeSandbox(values.room, room)
const tests = sandbox.tests.filter((name) => values.tests.split(',').some((part) => name.includes(part)))
say(`${sandbox.mutants.length} mutants, ${tests.length} test files`)
const total = sandbox.mutants.length
const baseline = await measure()
const jobs = plan(sandbox.mutants, baseline, values.seed, Number(values.patience)).filter(
  ({ mutant, key }) => under.some((start) => mutant.fileName.startsWith(start)) && (before?.has(key) ?? true),
)
const of = (kind: Job['kind']): Job[] => jobs.filter((job) => job.kind === kind)
say(`${of('running').length} to run, ${of('static').length} static, ${of('uncovered').length} uncovered`)

const outcomes = new Map<Job, Outcome>(of('uncovered').map((job) => [job, { job, fate: 'uncovered' }]))
const share = Number(values.static)
await everybody(of('running'), Number(values.budget) * (1 - share), runner)
// what loading has already done cannot be undone in a warm process
const afresh = jobs.filter(
  (job) => job.kind === 'static' || (job.loaded && outcomes.get(job)?.fate === 'survived'),
)
await everybody(afresh, Number(values.budget) * share, () =>
  Promise.resolve({ run: alone, stop: () => undefined }),
)

const rows = scores(room, jobs, [...outcomes.values()])
const survivors = [...outcomes.values()]
  .filter(({ fate }) => fate === 'survived' || fate === 'uncovered')
  .map(({ job, fate }) => ({ key: job.key, fate, capped: job.capped }))
  .sort((a, b) => (a.key < b.key ? -1 : 1))
writeFileSync(
  RESULT,
  JSON.stringify(
    { seed: values.seed, rows, survivors, broken: baseline.broken, failing: baseline.failing },
    null,
    1,
  ),
)
if (values.survivors)
  process.stdout.write(survivors.map(({ fate, key }) => `${fate} ${key.replaceAll('\n', ' ')}\n`).join(''))
process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : `${table(room, rows)}\n`)

async function measure(): Promise<Baseline> {
  const start = seconds()
  const { worker } = await Worker.start(folder, tests, total)
  const loaded = seconds()
  const found = await worker.baseline(Number(values.patience))
  worker.stop()
  for (const line of [...found.broken, ...found.failing]) say(`  without any mutant: ${line}`)
  const took = found.time.filter(Number.isFinite).reduce((sum, ms) => sum + ms, 0) / 1000
  say(`${found.names.length} tests: loaded in ${(loaded - start).toFixed(1)} s, run in ${took.toFixed(1)} s`)
  return found
}

interface Runner {
  run(job: Job): Promise<Outcome>
  stop(): void
}

/** Takes jobs in their order until all are done or the time is over. */
async function everybody(queue: readonly Job[], budget: number, make: () => Promise<Runner>): Promise<void> {
  const start = seconds()
  let next = 0
  let reportedAt = start
  await Promise.all(
    Array.from({ length: Number(values.workers) }, async () => {
      const own = await make()
      for (;;) {
        const job = queue[next]
        if (job === undefined || seconds() - start > budget) break
        next += 1
        outcomes.set(job, await own.run(job))
        if (seconds() - reportedAt > 30) {
          reportedAt = seconds()
          say(`${next} of ${queue.length} after ${Math.round(reportedAt - start)} s`)
        }
      }
      own.stop()
    }),
  )
  say(`${next} of ${queue.length} in ${Math.round(seconds() - start)} s`)
}

/** One process for many mutants; a new one now and then, and after each that did not come back. */
async function runner(): Promise<Runner> {
  let { worker } = await Worker.start(folder, tests, total)
  let done = 0
  const renew = async (): Promise<void> => {
    worker.stop()
    ;({ worker } = await Worker.start(folder, tests, total))
    done = 0
  }
  const run = async (job: Job): Promise<Outcome> => {
    done += 1
    if (done > 200) await renew()
    const { id } = job.mutant
    const answer = await worker.judge(question(job.tests, job.hitLimit, Number(id)), 1000 + 3 * job.ms)
    if (answer.kind !== 'verdict') {
      await renew()
      return { job, fate: answer.kind }
    }
    const { killedBy } = answer.verdict
    if (killedBy === undefined) return { job, fate: 'survived' }
    // a mutant may leave something behind: the test must pass without it, or the process is no judge
    const control = await worker.judge(question([killedBy], job.hitLimit), 30_000)
    const sound = control.kind === 'verdict' && control.verdict.killedBy === undefined
    const fresh = done === 1
    if (!sound) await renew()
    return sound || fresh ? { job, fate: 'killed', by: baseline.names[killedBy] ?? '' } : await run(job)
  }
  return { run, stop: () => worker.stop() }
}

/** A process of its own, in which the mutant is active from the first line on. */
async function alone(job: Job): Promise<Outcome> {
  const { worker, first } = await Worker.start(folder, tests, total, Number(job.mutant.id))
  const noticed = first.kind !== 'verdict' || first.verdict.broken !== undefined
  const answer = noticed
    ? first
    : await worker.judge(question(job.tests, Number.MAX_SAFE_INTEGER), 2000 + 3 * job.ms)
  worker.stop()
  if (answer.kind !== 'verdict') return { job, fate: answer.kind }
  const { killedBy, broken } = answer.verdict
  if (killedBy === undefined && broken === undefined) return { job, fate: 'survived' }
  return { job, fate: 'killed', by: broken ?? baseline.names[killedBy ?? -1] ?? '' }
}

/** @param mutant without it, the one that the process was started with */
function question(chosen: readonly number[], hitLimit: number, mutant?: number): Ask {
  const full = baseline.full.filter((index) => chosen.includes(index))
  return { kind: 'mutant', tests: chosen, full, hitLimit, ...(mutant === undefined ? {} : { mutant }) }
}
