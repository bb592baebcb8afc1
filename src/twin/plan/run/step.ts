import { type Domain, type PlannedStep, formatPair, formatStep } from '#twin/domain/domain.js'
import type { StepNode } from '../plan-node.js'
import { tryStep, type Refused, type Tried } from '../try-step.js'
import type { Config, Configs } from './config.js'
import { Flow, rebase, type Branch, type Runner } from './flow.js'
import type { Refusals } from './refusals.js'
import type { SeenSteps } from './seen-steps.js'
import type { Trail } from './trail.js'

/** What a step is tried with, and where the result is recorded. */
export interface StepContext<S, C> {
  readonly domain: Domain<S, C>
  readonly configs: Configs<S>
  readonly refusals: Refusals<S>
  readonly seen: SeenSteps<S>
  /** the path from the start of the plan to where the current node began */
  here(): Trail<S>
}

/** Runs one step: all its commands in every outcome, or up to the first check that refuses it. */
export function runStep<S, C>(
  node: StepNode,
  start: Branch<S>,
  context: StepContext<S, C>,
  runner: Runner<S>,
): Flow<S> {
  const flow = new Flow<S>()
  if (!runner.budget.takeStep()) return flow
  const step = { ...node.step, args: withNotes(node.step.args, node.reads, start.config) }
  const tried = tryStep(step, start.config.state, context.domain)
  for (const state of runner.stoppable ? (tried.ok ? tried.value : tried.error).between : []) {
    flow.halt({ ...start, config: context.configs.moved(start.config, state, start.config.after) })
  }
  if (!tried.ok && tried.error.checkId === 'bad-argument' && readsBlackboard(step)) {
    runner.reportGap(`what comes after ${formatStep(step)}: only a running tree knows its arguments`)
    return flow
  }
  context.seen.record(step, start.config, tried, context.domain)
  if (!tried.ok) flow.end('FAILURE', refused(step, start, tried.error, context))
  else for (const branch of succeeded(step, start, tried.value, context)) flow.end('SUCCESS', branch)
  return flow
}

/** Creates one branch per outcome of the step. */
function succeeded<S, C>(
  step: PlannedStep,
  start: Branch<S>,
  { ends, commands, expected }: Tried<S, C>,
  context: StepContext<S, C>,
): Branch<S>[] {
  const said = commands.map((command) => context.domain.describeCommand(command))
  return ends.map((end, index) => {
    const done: Trail<S> = { entry: { kind: 'did', step, commands: said, expected, end } }
    const text = `outcome ${index + 1} of ${ends.length} of ${formatStep(step)}`
    const trail: Trail<S> =
      ends.length === 1 ? done : { first: { entry: { kind: 'label', text } }, then: done }
    const config = context.configs.moved(start.config, end, step)
    return rebase(start, { config, trail, refusals: [], tookTime: true })
  })
}

function refused<S, C>(
  step: PlannedStep,
  start: Branch<S>,
  refusal: Refused<S, C>,
  context: StepContext<S, C>,
): Branch<S> {
  const { checkId, state, command } = refusal
  const { domain } = context
  const { after } = start.config
  const id = context.refusals.add({
    kind: 'refused',
    after,
    step,
    checkId,
    text: `${formatPair(after, step)}: ${refusal.text}`,
    state,
    ...(command !== undefined && { command: domain.describeCommand(command) }),
    ...(domain.account !== undefined && {
      account: (world: S) => domain.account?.(checkId, world, command) ?? { believed: [] },
    }),
    trail: context.here(),
  })
  const config = context.configs.moved(start.config, state, after)
  const trail: Trail<S> = { entry: { kind: 'refused', step, checkId } }
  return rebase(start, { config, trail, refusals: [id], tookTime: true })
}

/** Fills in what has been noted for ports that read the blackboard. */
export function withNotes<S>(
  args: PlannedStep['args'],
  reads: StepNode['reads'],
  { notes }: Config<S>,
): PlannedStep['args'] {
  if (reads === undefined) return args
  const filled = { ...args }
  for (const [port, key] of Object.entries(reads)) {
    const value = notes.get(key)
    if (value !== undefined) filled[port] = value
  }
  return filled
}

/** Whether a port still names an entry whose value only a running tree knows. */
export const readsBlackboard = ({ args }: Pick<PlannedStep, 'args'>): boolean =>
  Object.values(args).some((text) => /^\s*\{[^]+\}\s*$/.test(text))
