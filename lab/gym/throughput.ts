import { cpus } from 'node:os'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { STEPS_PER_ACTION } from './environment/gripper.js'
import { randomPolicy } from './policies/policy.js'
import { Pool, type PoolOptions } from './pool/pool.js'

/** How fast a task runs. */
export interface Throughput {
  readonly task: string
  /** of all environments together, by the clock */
  readonly actionsPerSecond: number
  /** control steps of 10 ms, four in an action and five physics steps in each */
  readonly controlStepsPerSecond: number
  /** of the processor time of all threads: what one core does that has nothing else to do */
  readonly controlStepsPerProcessorSecond: number
}

/** Random actions for some seconds, resets of ended episodes included, without pictures. */
export async function measure(
  options: PoolOptions,
  seconds: number,
): Promise<Result<Throughput, Diagnostic>> {
  const pool = await Pool.open(options)
  if (!pool.ok) return pool
  const choosers = Array.from({ length: options.envs }, (_, index) => randomPolicy(index))
  const play = async (until: () => boolean): Promise<Result<number, Diagnostic>> => {
    let actions = 0
    for (; !until(); actions += options.envs) {
      const done = await pool.value.step(choosers.map((choose) => choose(UNSEEN, [0, 0, 0])))
      if (!done.ok) return done
    }
    return ok(actions)
  }
  try {
    const start = await pool.value.reset(0)
    const warm = start.ok ? await play(elapsed(WARM_UP_S)) : start
    if (!warm.ok) return warm
    const [began, before] = [performance.now(), process.cpuUsage()]
    const played = await play(elapsed(seconds))
    if (!played.ok) return played
    const { user, system } = process.cpuUsage(before)
    const actions = (1000 * played.value) / (performance.now() - began)
    const steps = played.value * STEPS_PER_ACTION
    return ok({
      task: options.task,
      actionsPerSecond: Math.round(actions),
      controlStepsPerSecond: Math.round(actions * STEPS_PER_ACTION),
      controlStepsPerProcessorSecond: Math.round((1e6 * steps) / (user + system)),
    })
  } finally {
    await pool.value.close()
  }
}

export const lineOf = (row: Throughput): string =>
  `${row.task.padEnd(14)}${String(row.controlStepsPerSecond).padStart(7)} control steps of 10 ms a second ` +
  `(${row.controlStepsPerProcessorSecond} a second of processor time), ${row.actionsPerSecond} actions a second`

/** The computer on which it was measured. */
export const computer = (): string =>
  `${cpus().length} cores, ${cpus()[0]?.model ?? 'an unknown processor'}, Node.js ${process.version}`

/** Until compilers and caches have settled. */
const WARM_UP_S = 1

const UNSEEN = new Float32Array()

function elapsed(seconds: number): () => boolean {
  const began = performance.now()
  return () => performance.now() - began >= seconds * 1000
}
