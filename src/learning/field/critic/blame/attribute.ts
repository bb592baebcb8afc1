import {
  bitsMask,
  isMask,
  maskBits,
  maskSlots,
  type FieldMap,
  type Mask,
  type ZoneId,
} from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import { lastStep, tripFrom, tripTo, type Executed, type Step, type Trip } from './executed.js'
import { hasRetryAbove, mainPath, pathsOf } from './anchor.js'
import type { Evidence } from '../evidence.js'
import type { CriticMemory } from '../memory.js'
import type { CriticMode, Fix, Impact } from '#learning/critic/report.js'

/** The cause of an issue and its remedy: looked up in tree and trace, never taken from the model. */
export interface Attribution {
  readonly nodePath: NodePath | null
  readonly traceSeq: readonly number[]
  readonly suggestedFix: string
  readonly fix?: Fix
}

/** Inputs of the look-ups, except those from the picture, which are in `about`. */
export interface Scope {
  readonly mode: CriticMode
  readonly map: FieldMap
  readonly doc: TreeDoc
  readonly executed: Executed
  readonly memory: CriticMemory
  /** block positions as known from the vacuum sensors; absent at INITIAL */
  readonly evidence?: Evidence | undefined
}

export interface About {
  readonly impact: Impact
  readonly zone: ZoneId | null
  readonly mask: Mask | null
}

export function attribute(about: About, scope: Scope): Attribution {
  if (scope.mode === 'initial') return setUpFix(about)
  switch (about.impact) {
    case 'orientation':
      return orientation(about, scope)
    case 'grasp':
      return grasp(about, scope)
    case 'coverage':
      return coverage(about, scope)
    case 'navigation':
      return navigation(about, scope)
    case 'shelf':
      return shelf(scope)
    case 'final-position':
      return finalPosition(scope)
    case 'timing':
      return timing(scope)
    case 'placement':
      return placement(about, scope)
    case 'plan-structure':
    case 'perception':
    case 'safety':
    case 'style':
      return NOWHERE
  }
}

const NOWHERE: Attribution = { nodePath: null, traceSeq: [], suggestedFix: '(n/a)' }

function setUpFix({ zone, impact }: About): Attribution {
  const what = zone === null ? impact : `zone ${zone}`
  return { ...NOWHERE, suggestedFix: `(n/a) an operator has to set up the field again: ${what}` }
}

/**
 * The needed mask is what INITIAL saw orange in the load zone. Only if that was not visible, it follows from the
 * result: what was rotated XOR what is wrong now. A tree that requested the right mask is not at fault (VRL-35).
 */
function orientation({ zone, mask }: About, { doc, executed, memory }: Scope): Attribution {
  const trip = zone === null ? undefined : tripTo(executed, zone)
  if (!trip || mask === null) return NOWHERE
  const rotate = trip.rotations.at(-1)
  const cause = rotate ?? trip.unload ?? trip.load
  const found = { nodePath: cause.path, traceSeq: seqs(trip) }
  const rotated = trip.rotations.reduce(
    (bits, { args }) => bits ^ (isMask(args.mask ?? '') ? maskBits(args.mask ?? '') : 0),
    0,
  )
  const seen = trip.load.zone === null ? undefined : memory.orangeAtStart(trip.load.zone)
  const needed = seen ?? bitsMask(rotated ^ maskBits(mask))
  if (rotate && needed === bitsMask(rotated)) {
    return {
      ...found,
      suggestedFix: `(n/a) RotateBlocks mask="${needed}" was right, the rotation itself fell short`,
    }
  }
  const at = rotate && mainPath(doc, rotate.path)
  if (at && needed === '0000') {
    return {
      ...found,
      fix: { kind: 'remove-node', at },
      suggestedFix: `remove RotateBlocks of the trip to zone ${zone}`,
    }
  }
  if (at) {
    const was = rotate.args.mask ?? ''
    return {
      ...found,
      fix: { kind: 'set-mask', at, mask: needed },
      suggestedFix: `RotateBlocks mask="${needed}" instead of "${was}" on the trip to zone ${zone}`,
    }
  }
  const before = trip.unload && mainPath(doc, trip.unload.path)
  return {
    ...found,
    ...(before ? { fix: { kind: 'insert-rotate', before, mask: needed } as const } : {}),
    suggestedFix: `insert RotateBlocks mask="${needed}" before UnloadBlocks at zone ${zone}`,
  }
}

/**
 * If all these blocks were once under a cup, they fell back during transport: then the transport is at fault, not the
 * loading.
 */
function grasp({ zone, mask }: About, { doc, executed, evidence }: Scope): Attribution {
  const trip = zone === null ? undefined : tripFrom(executed, zone)
  if (!trip) return NOWHERE
  const believed = zone === null ? undefined : evidence?.world.zones.get(zone)?.slots
  const taken = believed !== undefined && maskSlots(mask ?? '0000').every((slot) => believed[slot] === null)
  if (taken && mask !== '0000' && trip.load.ok && trip.transport)
    return {
      nodePath: trip.transport.path,
      traceSeq: [trip.load.seq, trip.transport.seq],
      suggestedFix: '(n/a) LoadBlocks took these blocks up: they fell back on the way',
    }
  return retried(doc, trip.load, trip.approach ?? trip.load, `LoadBlocks at zone ${zone}`)
}

/**
 * A stray block fell during the transport of the last trip; blocks missing from a zone were lost when released there.
 */
function placement({ zone }: About, { doc, executed }: Scope): Attribution {
  if (zone === null) {
    const lost = executed.trips.findLast(({ transport }) => transport !== null)
    const transport = lost?.transport
    if (!transport) return NOWHERE
    return {
      nodePath: transport.path,
      traceSeq: [transport.seq],
      suggestedFix: '(n/a) blocks fell on the way: nothing in the tree prevents that',
    }
  }
  const trip = tripTo(executed, zone)
  const unload = trip?.unload
  if (!trip || !unload) return NOWHERE
  if (!unload.ok) return retried(doc, unload, trip.approach ?? trip.load, `the trip to zone ${zone}`)
  return {
    nodePath: unload.path,
    traceSeq: seqs(trip),
    suggestedFix: '(n/a) UnloadBlocks did what it could: the blocks were lost on the way or beside the zone',
  }
}

/** Load and unload zones are paired in order of their ids, as a person reading the map would pair them. */
function coverage({ zone }: About, { map, executed }: Scope): Attribution {
  const used = new Set(
    executed.trips.flatMap(({ unload }) =>
      unload?.zone === undefined || unload.zone === null ? [] : [unload.zone],
    ),
  )
  const ids = (kind: 'load' | 'unload'): ZoneId[] =>
    map.zones
      .filter((z) => z.kind === kind)
      .map((z) => z.id)
      .sort((a, b) => a - b)
  const partner = zone === null ? undefined : ids('unload')[ids('load').indexOf(zone)]
  const unload =
    partner !== undefined && !used.has(partner) ? partner : ids('unload').find((id) => !used.has(id))
  if (zone === null || unload === undefined) return NOWHERE
  return {
    ...NOWHERE,
    fix: { kind: 'add-trip', load: zone, unload },
    suggestedFix:
      `add MoveToZone zone="${zone}", LoadBlocksSequence, MoveToZone ` +
      `zone="${unload}", UnloadBlocksSequence`,
  }
}

function navigation({ zone }: About, { doc, executed }: Scope): Attribution {
  const failed = executed.steps.findLast(
    (step) => !step.ok && (zone === null || step.zone === zone) && step.node.startsWith('Move'),
  )
  const step = failed ?? (zone === null ? undefined : lastStep(executed.steps, 'MoveToZone', zone))
  return step ? retried(doc, step, step, step.node) : NOWHERE
}

function shelf({ doc, map, executed }: Scope): Attribution {
  const push = lastStep(executed.steps, 'MoveCursor')
  if (push) return retried(doc, push, push, 'CursorSequence')
  const gated = map.zones.find(({ needsShelf }) => needsShelf)?.id
  const visit =
    gated === undefined
      ? undefined
      : executed.steps.find((step) => step.node === 'MoveToZone' && step.zone === gated)
  const before = visit ? (mainPath(doc, visit.path) ?? null) : null
  const when = gated === undefined ? 'first' : `before unloading zone ${gated}`
  return {
    nodePath: null,
    traceSeq: visit ? [visit.seq] : [],
    fix: { kind: 'move-shelf', before },
    suggestedFix: `run CursorSequence ${when}`,
  }
}

function finalPosition({ doc, executed }: Scope): Attribution {
  const home = lastStep(executed.steps, 'MoveToHome')
  if (home && !home.ok) return retried(doc, home, home, 'MoveToHome')
  const planned = pathsOf(doc, 'MoveToHome')[0]
  const failed = executed.steps.findLast(({ ok }) => !ok)
  if (planned === undefined)
    return { ...NOWHERE, fix: { kind: 'go-home' }, suggestedFix: 'append MoveToHome' }
  if (!failed)
    return {
      nodePath: planned,
      traceSeq: [],
      suggestedFix: '(n/a) MoveToHome is in the tree but was not reached',
    }
  return retried(doc, failed, failed, `${failed.node}, after which MoveToHome was never reached`)
}

function timing({ doc, executed }: Scope): Attribution {
  const pause = executed.steps
    .filter(({ node }) => node === 'CustomDelay')
    .sort((a, b) => Number(b.args.duration) - Number(a.args.duration))[0]
  const at = pause && mainPath(doc, pause.path)
  if (!pause || !at)
    return { ...NOWHERE, suggestedFix: '(n/a) no CustomDelay to remove: fewer retries or shorter ways' }
  return {
    nodePath: pause.path,
    traceSeq: [pause.seq],
    fix: { kind: 'remove-node', at },
    suggestedFix: `remove CustomDelay duration="${pause.args.duration ?? ''}"`,
  }
}

/** A step that failed by chance is worth a second attempt, unless it already has a retry above it. */
function retried(doc: TreeDoc, cause: Step, first: Step, what: string): Attribution {
  const found = { nodePath: cause.path, traceSeq: [cause.seq] }
  const from = mainPath(doc, first.path)
  const to = mainPath(doc, cause.path)
  if (!from || !to || hasRetryAbove(doc, to))
    return { ...found, suggestedFix: `(n/a) ${what} was already tried again` }
  return {
    ...found,
    fix: { kind: 'retry', from, to, attempts: 2 },
    suggestedFix: `wrap ${what} in RetryUntilSuccessful num_attempts="2"`,
  }
}

const seqs = (trip: Trip): number[] =>
  [trip.load, ...trip.rotations, trip.unload].flatMap((step) => (step ? [step.seq] : []))
