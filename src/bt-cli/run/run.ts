import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Compat } from '#bt/compat.js'
import type { TreeDoc } from '#bt/document.js'
import { Blackboard } from '#bt/blackboard.js'
import type { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import type { TraceEvent } from '#bt/trace.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { startMonitor, type Monitor } from '#service/groot/monitor.js'
import { paintFor } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'
import { loadTree } from '../input/load-tree.js'
import { loadPalette, type PaletteOptions } from '../input/palette.js'
import { refuse } from '../output/refuse.js'
import { Sources } from '../input/sources.js'
import { blackboardJson, writeEntry, type Entry } from './blackboard.js'
import { endLine, executionProblem, exitCodeOf, lastFailure } from './ending.js'
import { listenToKeys } from './keys.js'
import { RealPace, tickLoop, VirtualPace, type RunOutcome } from './loop.js'
import type { MockSpec } from '#app/models/mock-spec.js'
import { addMocks, nodesWithoutCode, type Mock } from '#app/models/mocks.js'
import { noCode } from './no-code.js'
import { Recorders, type RecorderFiles } from './recorders.js'
import { createScreen } from './screen.js'

export interface BtRunOptions extends RecorderFiles, PaletteOptions {
  readonly tree?: string
  readonly compat: Compat
  readonly mock?: readonly MockSpec[]
  readonly blackboard?: readonly Entry[]
  readonly hz: number
  readonly ticks: number
  readonly repeat: boolean
  /** virtual time */
  readonly fast: boolean
  readonly seed: number
  /** port for Groot2 */
  readonly groot?: number
  readonly hooks: boolean
  readonly json: boolean
}

/**
 * `graft bt run`: ticks a tree of built-in nodes, plugins and mocks until it is done. No robot moves.
 * @returns `ok` for SUCCESS, `treeFailed` for FAILURE and for errors while it runs, `outputLost` when a file took no
 * more
 */
export async function btRun(
  file: string,
  options: BtRunOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const sources = new Sources()
  const palette = await loadPalette(options, sources)
  if (!palette.ok) return refuse(palette.error, sources, io)
  const { compat, tree: treeId } = options
  const loaded = loadTree(file, { palette: palette.value, sources, compat, tree: treeId })
  if (!loaded.ok) return refuse(loaded.error, sources, io)
  const { doc, registry } = loaded.value
  const code = giveCode(doc, registry, { file, options, isRobot: palette.value.isRobot })
  if (!code.ok) return refuse(code.error, sources, io)
  const recorders = Recorders.open(options)
  if (!recorders.ok) return refuse([recorders.error], sources, io)
  let problems: readonly Diagnostic[] = []
  let ended: ExitCode
  try {
    const job = { file, doc, ...code.value, recorders: recorders.value, sources }
    ended = await performWatched(job, options, io, signal)
  } finally {
    problems = recorders.value.close()
  }
  if (problems.length > 0) refuse(problems, sources, io)
  return problems.length > 0 && (ended === EXIT.ok || ended === EXIT.interrupted) ? EXIT.outputLost : ended
}

/** Lets Groot2 watch, if asked to. */
async function performWatched(
  job: Omit<Job, 'monitor'>,
  options: BtRunOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const monitor = await openMonitor(options)
  if (!monitor.ok) return refuse([monitor.error], job.sources, io)
  try {
    return await perform({ ...job, monitor: monitor.value }, options, io, signal)
  } finally {
    await monitor.value?.close()
  }
}

interface Job {
  readonly file: string
  readonly doc: TreeDoc
  readonly registry: NodeRegistry
  readonly mocks: readonly Mock[]
  readonly recorders: Recorders
  readonly monitor: Monitor | undefined
  readonly sources: Sources
}

async function perform(job: Job, options: BtRunOptions, io: Io, signal: AbortSignal): Promise<ExitCode> {
  const { file, doc, registry, mocks, recorders, monitor, sources } = job
  const pace = options.fast ? new VirtualPace(options.hz) : new RealPace(options.hz)
  const screen = createScreen(io, { json: options.json, title: file })
  let failure: TraceEvent | undefined
  const onTransition = (event: TraceEvent): void => {
    // a parent fails after the child that caused it
    if (event.to === 'FAILURE' && !isBelow(failure?.path, event.path)) failure = event
    recorders.event(event)
    screen.event(event)
  }
  const blackboard = new Blackboard()
  for (const entry of options.blackboard ?? []) writeEntry(blackboard, entry)
  const made = createTree(doc, registry, {
    clock: pace.clock,
    blackboard,
    compat: options.compat,
    onTransition,
  })
  if (!made.ok) return refuse(made.error, sources, io)
  const tree: Tree = made.value
  const { library } = registry
  // virtual time starts at the epoch, so that identical runs write identical files
  const epochUsec = options.fast ? 0 : performance.timeOrigin * 1000 + performance.now() * 1000
  recorders.observe(tree, library, { clock: pace.clock, epochUsec })
  monitor?.show(tree, library)
  const start = { file, tree: doc.main, nodes: tree.nodes.length, mocks, monitor: monitor?.address }
  const quit = new AbortController()
  const stopListening = options.json ? () => undefined : listenToKeys(io, screen, () => quit.abort())
  screen.start(start, tree, library)
  const outcome = await tickLoop(tree, {
    pace,
    maxTicks: options.ticks,
    repeat: options.repeat,
    signal: AbortSignal.any([signal, quit.signal, recorders.lost]),
    afterTick: () => screen.tick(),
  }).finally(() => {
    screen.close()
    stopListening()
  })
  tell(outcome, { job, options, io, failure, seconds: pace.clock.now() / 1000, blackboard })
  return exitCodeOf(outcome)
}

interface Ending {
  readonly job: Job
  readonly options: BtRunOptions
  readonly io: Io
  readonly failure: TraceEvent | undefined
  readonly seconds: number
  readonly blackboard: Blackboard
}

function tell(outcome: RunOutcome, { job, options, io, failure, seconds, blackboard }: Ending): void {
  const { doc, sources, mocks } = job
  const problem = outcome.kind === 'threw' ? executionProblem(outcome.cause, doc) : undefined
  if (problem !== undefined) refuse([problem], sources, io)
  if (options.json) {
    const { kind, ticks } = outcome
    const status = 'status' in outcome ? outcome.status : undefined
    const end = { type: 'end', end: kind, status, ticks, seconds, mocked: mocks.length > 0, problem }
    io.out.write(`${JSON.stringify({ ...end, blackboard: blackboardJson(blackboard) })}\n`)
    return
  }
  const paint = paintFor(io.out, io.env)
  const failed = outcome.kind === 'done' && outcome.status === 'FAILURE'
  const mocked = mocks.length === 0 ? '' : paint.warn(`; simulated: ${mocks.map(({ id }) => id).join(', ')}`)
  io.out.write(`${endLine(outcome, seconds, paint)}${mocked}\n`)
  if (failed && failure !== undefined) io.out.write(`${lastFailure(failure, paint)}\n`)
}

const isBelow = (path: string | undefined, parent: string): boolean =>
  path !== undefined && (parent === '/' || path.startsWith(`${parent}/`))

function giveCode(
  doc: TreeDoc,
  registry: NodeRegistry,
  {
    file,
    options,
    isRobot,
  }: { readonly file: string; readonly options: BtRunOptions; readonly isRobot: boolean },
): Result<Pick<Job, 'registry' | 'mocks'>, readonly Diagnostic[]> {
  const mocks = addMocks(nodesWithoutCode(doc, registry), registry, {
    specs: options.mock ?? [],
    seed: options.seed,
  })
  if (!mocks.ok) return err([mocks.error])
  const missing = nodesWithoutCode(doc, registry)
  if (missing.length > 0) return err(missing.map((spec) => noCode(spec, { doc, file, isRobot })))
  return ok({ registry, mocks: mocks.value })
}

async function openMonitor({ groot, hooks }: BtRunOptions): Promise<Result<Monitor | undefined, Diagnostic>> {
  return groot === undefined ? ok(undefined) : startMonitor({ port: groot, hooks })
}
