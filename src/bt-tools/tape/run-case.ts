import { VirtualClock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { stageOf } from '#bt/codes.js'
import { Blackboard } from '#bt/blackboard.js'
import { BlackboardError } from '#bt/blackboard.js'
import { NodeExecutionError, TreeLogicError } from '#bt/node/errors.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { readSubstitution } from '#bt/engine/instance/substitution.js'
import { NodeLibrary } from '#bt/library.js'
import { ConversionError } from '#bt/value/value.js'
import { readTree } from '#bt/xml/parse.js'
import type { CaseRecord, Step, TapeCase, TypedValue } from './case.js'
import type { Json } from './json.js'
import { COLOR, PORT_NODE_TYPES } from './port-nodes.js'
import { blackboardRecord, exportRecord, finalStatus, nodeRecords, subtreeRecords } from './record.js'
import { TAPE_TYPES } from './tape-nodes.js'

/** The documents of a case. */
export interface CaseFiles {
  readonly xml: string
  /** name of the main document in messages */
  readonly file: string
  /** an included document by its path relative to the main one */
  readonly load?: (path: string) => string | undefined
}

/**
 * Runs one case of the conformance corpus on this engine and records what it did in the corpus's form: errors by
 * stage, nodes, every status change, tick result, halt and read in order, blackboards at the end. Test nodes only
 * (scripted tapes); time is virtual.
 */
export function runCase({ steps, ...input }: TapeCase, { xml, file, load }: CaseFiles): CaseRecord {
  const library = new NodeLibrary([...TAPE_TYPES, ...PORT_NODE_TYPES].map(({ spec }) => spec))
  library.types.add(COLOR)
  const { doc, found } = readTree(xml, { file, library, ...(load === undefined ? {} : { load }) })
  const errors = found.filter(({ severity }) => severity === 'error')
  const loadErrors = errors.filter(({ code }) => stageOf(code) === 'load')
  if (doc === undefined || loadErrors.length > 0) return { error: errorRecord('load', loadErrors) }
  const registered = doc.trees.map(({ id }) => id).sort()
  const frame = {
    registered_trees: registered,
    warn_missing_format: found.some(({ code }) => code === 'bt.no-format'),
  }
  if (errors.length > 0) return { error: errorRecord('create', errors), ...frame }

  const substitution = readSubstitution(input.substitution ?? {})
  if (!substitution.ok) return { error: errorRecord('load', substitution.error) }
  let events: Json[] = []
  const registry = new NodeRegistry(library)
  for (const [name, number] of Object.entries(input.enums ?? {})) registry.enums.set(name, number)
  for (const { spec, build } of TAPE_TYPES)
    registry.node(
      spec.id,
      build((node) => events.push(['h', node.uid])),
    )
  for (const { spec, build } of PORT_NODE_TYPES)
    registry.node(
      spec.id,
      build((event) => events.push([...event])),
    )
  const outer = input.global_blackboard === undefined ? undefined : new Blackboard()
  const blackboard = new Blackboard(outer)
  const enums = registry.enums
  const write = (board: Blackboard, values: Readonly<Record<string, TypedValue>> | undefined): void => {
    for (const [key, { type, value }] of Object.entries(values ?? {})) {
      const known = library.types.byName(type)
      board.set(
        key,
        known,
        known.parse(typeof value === 'string' ? value : JSON.stringify(value), enums),
        enums,
      )
    }
  }
  if (outer !== undefined) write(outer, input.global_blackboard)
  write(blackboard, input.blackboard)
  const clock = new VirtualClock()
  const made = createTree(doc, registry, {
    clock,
    blackboard,
    substitution: substitution.value,
    ...(input.compat === undefined ? {} : { compat: input.compat }),
  })
  if (!made.ok) return { error: errorRecord('create', made.error), ...frame }
  const tree = made.value
  tree.observe({
    changed: (node, from, to) => events.push(['s', node.uid, from, to]),
    ticked: (node, returned) => events.push(['t', node.uid, returned]),
  })

  // cases with real timers were recorded by their statuses alone
  const timed = input.timed === true
  const records: Json[] = []
  for (const step of steps) {
    events = []
    const result = perform(step, { tree, clock, write: (values) => write(blackboard, values) })
    records.push({
      ...result,
      ...(isCall(step) ? { root: tree.root.status, ...(timed ? {} : { events }) } : {}),
      op: step as Json,
    })
    if ('exception' in result) break
  }
  return {
    ...frame,
    nodes: nodeRecords(tree),
    subtrees: subtreeRecords(tree),
    steps: records,
    final_status: finalStatus(tree),
    blackboards: tree.subtrees.map((subtree) => blackboardRecord(subtree.blackboard)),
    ...(outer === undefined ? {} : { global_blackboard: blackboardRecord(outer) }),
    ...(timed ? {} : { export_json: exportRecord(tree) }),
  }
}

interface Bench {
  readonly tree: Tree
  readonly clock: VirtualClock
  readonly write: (values: Readonly<Record<string, TypedValue>>) => void
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

/** pause between the ticks of tickWhileRunning, as the reference sleeps by default */
const TICK_MS = 10

const errorRecord = (stage: 'load' | 'create', errors: readonly Diagnostic[]): Json => ({
  class: 'BT::RuntimeError',
  stage,
  what: errors.map(({ message }) => message).join('\n'),
})

/** The reference's name for the kind of error. */
function classOf(cause: unknown): string {
  if (cause instanceof NodeExecutionError) return 'BT::NodeExecutionError'
  if (cause instanceof BlackboardError || cause instanceof TreeLogicError) return 'BT::LogicError'
  return cause instanceof ConversionError ? 'std::runtime_error' : 'BT::RuntimeError'
}
