import type { ExitCode } from '#app/command-line/exit-code.js'
import { NOT_REPEATABLE, writeOrder } from '#app/orders/write-order.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import type { KeptOrder } from '#app/orders/kept-order.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { RunOptions } from '#app/command-line/options.js'
import type { Planned } from '#instructions/decide.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import type { UnclearStep } from '#instructions/repair/unclear-steps.js'
import { sayStep } from '#instructions/say.js'
import { paintFor } from '#terminal/paint.js'
import { StepView } from '#terminal/step-view.js'
import type { DataDomain } from '#worlds/assemble.js'
import { executeWorldRun } from '../run/execute-world.js'
import { refuse } from '../run/watch-run.js'
import { agreement } from './ask-person.js'
import { rememberOrder, type OrderMemory } from './order-memory.js'
import { withOrders } from './order-trouble.js'
import { pursueOrder } from './pursue-order.js'
import type { DoOptions } from './with-chat.js'

/** An order that has been agreed to, and where it is carried out. */
export interface OrderJob {
  readonly planned: Planned
  readonly domain: DataDomain
  readonly robot: string
  readonly memory: OrderMemory | undefined
  /** Opens what is kept of the order while it is carried out. */
  readonly keep: () => Result<KeptOrder, Diagnostic>
  /** of an order that was cut off: what was tried before, and of which steps nobody knows what has come of them */
  readonly before?: { readonly tried: readonly Attempt[]; readonly unclear: readonly UnclearStep[] }
}

/**
 * Carries an order out, tree by tree. What is cut short is kept for `graft do --resume`, also where this process is
 * killed.
 */
export async function carryOut(
  job: OrderJob,
  options: RunOptions & DoOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  const as = runAsOwnerOf(options.out)
  if (!as.ok) return refuse([as.error])
  return withOrders<ExitCode>(
    options.out,
    () => {
      const kept = job.keep()
      return kept.ok ? keeping(kept.value, job, options, signal) : refuse([kept.error])
    },
    (trouble) => refuse([trouble]),
  )
}

async function keeping(
  kept: KeptOrder,
  { planned: first, domain, robot, memory, before }: OrderJob,
  options: RunOptions & DoOptions,
  signal: AbortSignal,
): Promise<ExitCode> {
  let isOver = false
  try {
    const lessons = memory?.recalled.lessons ?? []
    const { code, ended } = await pursueOrder(first, {
      run: async (planned, hearEnd, unclear) => {
        const files = writeOrder(planned, lessons)
        if (files === undefined) return refuse([NOT_REPEATABLE])
        await kept.plan(planned.plan.steps, planned.domain.initial, unclear)
        const view = options.json ? {} : { view: stepView(planned) }
        const run = { ...options, ...files, ...ONCE, ...view, steps: kept, goOn: goOnIn(options) }
        return executeWorldRun({ ...run, hear: hearEnd }, signal)
      },
      agrees: () => agreedIn(options, signal),
      say,
      lessons,
      ...before,
    })
    isOver = ended !== undefined
    if (memory !== undefined && ended !== undefined) await rememberOrder(memory, { domain, robot, ...ended })
    return code
  } finally {
    await kept.close(isOver)
  }
}

/** Where it is stopped at this question it is cut short: what the robot holds is to be known to whoever comes next. */
async function agreedIn(options: RunOptions & DoOptions, signal: AbortSignal): Promise<boolean | undefined> {
  const answer = options.yes || (await agreement(signal))
  if (answer !== undefined && !signal.aborted) return answer
  say(`I have stopped there; what has begun is kept: ${goOnIn(options)}`)
  return undefined
}

/** An order is carried out, not learned: nobody edits its tree. */
const ONCE = { episodes: 1, actor: 'none' } as const

const goOnIn = ({ world, out, given }: RunOptions & DoOptions): string =>
  `graft do --resume${given?.has('world') === true ? ` --world ${world}` : ''}` +
  `${given?.has('out') === true ? ` --out ${out}` : ''} (or drop it: --forget)`

const stepView = ({ plan }: Planned): StepView =>
  new StepView(process.stdout, {
    paint: paintFor(process.stdout, process.env),
    plan: plan.steps,
    say: (step) => sayStep({ ...step, path: '' }),
  })

const say = (line: string): void => void process.stderr.write(`${line}\n`)
