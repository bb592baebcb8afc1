import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { stageOf } from '#bt/codes.js'
import { Blackboard, BlackboardError } from '#bt/blackboard.js'
import { NodeExecutionError, TreeLogicError } from '#bt/node/errors.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { readSubstitution } from '#bt/engine/instance/substitution.js'
import { NodeLibrary } from '#bt/library.js'
import { ConversionError } from '#bt/value/value.js'
import { readTree } from '#bt/xml/parse.js'
import type { IncludeLoader } from '#bt/xml/includes.js'
import type { CaseRecord, Step, TapeCase, TypedValue } from './case.js'
import type { Json } from './json.js'
import { COLOR, PORT_NODE_TYPES } from './port-nodes.js'
import { blackboardRecord, exportRecord, finalStatus, nodeRecords, subtreeRecords } from './record.js'
import { TAPE_TYPES } from './tape-nodes.js'

/** The documents of a case. */
export interface CaseFiles {
  readonly xml: string
  /** name of the main document, for messages */
  readonly file: string
  /** loads an included document by its path relative to the main one */
  readonly load?: IncludeLoader
}

/**
 * Runs one case of the conformance corpus on this engine and records the run in the corpus's format: errors by
 * stage, nodes, every status change, tick result, halt and read in order, blackboards at the end. Uses test nodes
 * only (scripted tapes); time is virtual.
 */
export function runCase(input: TapeCase, { xml, file, load }: CaseFiles): CaseRecord {
  const library = new NodeLibrary([...TAPE_TYPES, ...PORT_NODE_TYPES].map(({ spec }) => spec))
  library.types.add(COLOR)
  const { doc, found } = readTree(xml, { file, library, ...(load === undefined ? {} : { load }) })
  const errors = found.filter(({ severity }) => severity === 'error')
  const loadErrors = errors.filter(({ code }) => stageOf(code) === 'load')
  if (doc === undefined || loadErrors.length > 0) return { error: errorRecord('load', loadErrors) }
  const frame = {
    registered_trees: doc.trees.map(({ id }) => id).sort(),
    warn_missing_format: found.some(({ code }) => code === 'bt.no-format'),
  }
  if (errors.length > 0) return { error: errorRecord('create', errors), ...frame }

  const substitution = readSubstitution(input.substitution ?? {})
  if (!substitution.ok) return { error: errorRecord('load', substitution.error) }
  const events = new EventTape()
  const registry = registryOf(library, input, events)
  const boards = blackboardsOf(input, registry)
  const clock = new VirtualClock()
  const made = createTree(doc, registry, {
    clock,
    blackboard: boards.main,
    substitution: substitution.value,
    ...(input.compat === undefined ? {} : { compat: input.compat }),
  })
  if (!made.ok) return { error: errorRecord('create', made.error), ...frame }
  events.watch(made.value)
  const bench: Bench = {
    tree: made.value,
    clock,
    events,
    write: (values) => write(boards.main, values, registry),
  }
  return { ...frame, ...recordOf(bench, input, boards.outer) }
}

/** The events since the last `take`, in the corpus's format. */
class EventTape {
  #events: Json[] = []

  add(event: Json): void {
    this.#events.push(event)
  }

  take(): readonly Json[] {
    const events = this.#events
    this.#events = []
    return events
  }

  watch(tree: Tree): void {
    tree.observe({
      changed: (node, from, to) => this.add(['s', node.uid, from, to]),
      ticked: (node, returned) => this.add(['t', node.uid, returned]),
    })
  }
}

/** Registers the corpus's nodes, which report to the event tape. */
function registryOf(library: NodeLibrary, { enums }: TapeCase, events: EventTape): NodeRegistry {
  const registry = new NodeRegistry(library)
  for (const [name, number] of Object.entries(enums ?? {})) registry.enums.set(name, number)
  for (const { spec, build } of TAPE_TYPES) {
    const builder = build((node) => events.add(['h', node.uid]))
    registry.node(spec.id, builder)
  }
  for (const { spec, build } of PORT_NODE_TYPES) {
    const builder = build((event) => events.add([...event]))
    registry.node(spec.id, builder)
  }
  return registry
}

interface Blackboards {
  /** the blackboard that `@key` refers to, in cases that have one */
  readonly outer: Blackboard | undefined
  readonly main: Blackboard
}

function blackboardsOf(input: TapeCase, registry: NodeRegistry): Blackboards {
  const outer = input.global_blackboard === undefined ? undefined : new Blackboard()
  const main = new Blackboard(outer)
  if (outer !== undefined) write(outer, input.global_blackboard, registry)
  write(main, input.blackboard, registry)
  return { outer, main }
}

type Entries = Readonly<Record<string, TypedValue>>

function write(board: Blackboard, values: Entries | undefined, { library, enums }: NodeRegistry): void {
  for (const [key, { type, value }] of Object.entries(values ?? {})) {
    const known = library.types.byName(type)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    board.set(key, known, known.parse(text, enums), enums)
  }
}

/** Performs the steps and records them, with the final state of the tree. */
function recordOf(bench: Bench, { steps, timed }: TapeCase, outer: Blackboard | undefined): CaseRecord {
  const { tree, events } = bench
  const records: Json[] = []
  for (const step of steps) {
    events.take()
    const result = perform(step, bench)
    // for cases with real timers only the statuses were recorded
    const seen = timed === true ? {} : { events: events.take() }
    records.push({
      ...result,
      ...(isCall(step) ? { root: tree.root.status, ...seen } : {}),
      op: step as Json,
    })
    if ('exception' in result) break
  }
  return {
    nodes: nodeRecords(tree),
    subtrees: subtreeRecords(tree),
    steps: records,
    final_status: finalStatus(tree),
    blackboards: tree.subtrees.map((subtree) => blackboardRecord(subtree.blackboard)),
    ...(outer === undefined ? {} : { global_blackboard: blackboardRecord(outer) }),
    ...(timed === true ? {} : { export_json: exportRecord(tree) }),
  }
}

interface Bench {
  readonly tree: Tree
  readonly clock: VirtualClock
  readonly events: EventTape
  readonly write: (values: Entries) => void
}

function perform(step: Step, { tree, clock, write }: Bench): Readonly<Record<string, Json>> {
  try {
    switch (step) {
      case 'tick':
        return { status: tree.tick() }
      case 'tickOnce':
        return { status: tree.tickOnce() }
      case 'tickWhileRunning':
        return { status: tree.tickWhileRunning(() => clock.advance(TICK_MS)) }
      case 'halt':
        tree.halt()
        return {}
      default:
        if ('sleep_ms' in step) clock.advance(step.sleep_ms)
        else if ('unset' in step) tree.blackboard.unset(step.unset)
        else write(step.set)
        return {}
    }
  } catch (cause) {
    return {
      exception: { class: classOf(cause), what: cause instanceof Error ? cause.message : String(cause) },
    }
  }
}

const isCall = (step: Step): boolean => typeof step === 'string'

/** pause between the ticks of tickWhileRunning, ms: the reference's default sleep */
const TICK_MS = 10

const errorRecord = (stage: 'load' | 'create', errors: readonly Diagnostic[]): Json => ({
  class: 'BT::RuntimeError',
  stage,
  what: errors.map(({ message }) => message).join('\n'),
})

/** Returns the reference's name for this kind of error. */
function classOf(cause: unknown): string {
  if (cause instanceof NodeExecutionError) return 'BT::NodeExecutionError'
  if (cause instanceof BlackboardError || cause instanceof TreeLogicError) return 'BT::LogicError'
  return cause instanceof ConversionError ? 'std::runtime_error' : 'BT::RuntimeError'
}
