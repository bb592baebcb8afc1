import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { formatDiagnostic } from '#base/diagnostic.js'
import { randomPolicy } from './policies/policy.js'
import { STEPS_PER_ACTION } from './environment/gripper.js'
import { Pool } from './pool/pool.js'
import { TASKS } from './tasks/table.js'

/**
 * How fast the gym is: random actions in every task, resets included, no pictures:
 *
 *     npm run bench:gym -- --envs 8 --workers 2 --seconds 5
 */
const { values } = parseArgs({
  options: {
    envs: { type: 'string', default: '8' },
    workers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '5' },
    task: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const [envs, workers, seconds] = [values.envs, values.workers, values.seconds].map(Number) as [
  number,
  number,
  number,
]

/** Actions a second, by the clock, and actions per second of processor time of all threads. */
async function measure(task: string): Promise<{ readonly clock: number; readonly processor: number }> {
  const pool = await Pool.open({ task, envs, workers })
  if (!pool.ok) throw new Error(formatDiagnostic(pool.error))
  const choosers = Array.from({ length: envs }, (_, index) => randomPolicy(index))
  const step = async (): Promise<void> => {
    const done = await pool.value.step(choosers.map((choose) => choose(new Float32Array(), [0, 0, 0])))
    if (!done.ok) throw new Error(formatDiagnostic(done.error))
  }
  await pool.value.reset(0)
  for (let warm = 0; warm < 50; warm++) await step()
  const [began, before] = [performance.now(), process.cpuUsage()]
  let actions = 0
  while (performance.now() - began < seconds * 1000) {
    await step()
    actions += envs
  }
  const used = process.cpuUsage(before)
  const clock = (1000 * actions) / (performance.now() - began)
  await pool.value.close()
  return { clock, processor: (1e6 * actions) / (used.user + used.system) }
}

const rows = []
for (const { name } of TASKS.filter(({ name }) => values.task === undefined || values.task === name)) {
  const { clock, processor } = await measure(name)
  const row = {
    task: name,
    actionsPerSecond: Math.round(clock),
    controlStepsPerSecond: Math.round(clock * STEPS_PER_ACTION),
    controlStepsPerProcessorSecond: Math.round(processor * STEPS_PER_ACTION),
  }
  rows.push(row)
  if (!values.json)
    console.log(
      `${name.padEnd(14)}${String(row.controlStepsPerSecond).padStart(8)} control steps of 10 ms a second, ` +
        `${row.actionsPerSecond} actions a second; ` +
        `${row.controlStepsPerProcessorSecond} control steps a second of processor time`,
    )
}
const about = { envs, workers, seconds, cpu: cpus()[0]?.model, cores: cpus().length }
console.log(
  values.json
    ? JSON.stringify({ ...about, rows })
    : `${envs} environments, ${workers} workers, ${about.cores} cores of ${about.cpu ?? 'an unknown processor'}`,
)
