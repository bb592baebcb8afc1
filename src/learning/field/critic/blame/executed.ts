import type { ZoneId } from '#base/field-map.js'
import type { NodePath } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { RobotPlace } from '../dialogue/claims.js'

/** One finished skill in the trace, with the zone where the robot was by its own account. */
export interface Step {
  readonly node: string
  readonly path: NodePath
  readonly seq: number
  readonly args: Readonly<Record<string, string>>
  readonly ok: boolean
  readonly zone: ZoneId | null
}

/** One trip: from loading blocks to unloading them. */
export interface Trip {
  readonly load: Step
  /** the move that brought the robot to the load zone */
  readonly approach: Step | null
  readonly rotations: readonly Step[]
  /** the move to the unload zone */
  readonly transport: Step | null
  readonly unload: Step | null
}

export interface Executed {
  readonly steps: readonly Step[]
  readonly trips: readonly Trip[]
  readonly robotAt: RobotPlace | 'lost'
  /** from the first to the last event, seconds */
  readonly seconds: number
}

/** Reads from the trace which skills ran where, in what order, and which of them form a trip. */
export function readExecuted(trace: readonly TraceEvent[]): Executed {
  const steps = readSteps(trace)
  const first = trace[0]?.t ?? 0
  const last = trace.at(-1)?.t ?? 0
  return { steps, trips: readTrips(steps), robotAt: placeAfter(steps), seconds: (last - first) / 1000 }
}

/** The last successful step of this kind at this zone, else the last failed one. */
export function lastStep(steps: readonly Step[], node: string, zone?: ZoneId): Step | undefined {
  const all = steps.filter((step) => step.node === node && (zone === undefined || step.zone === zone))
  return all.findLast((step) => step.ok) ?? all.at(-1)
}

/** Whether the last move to this zone failed. */
export const moveFailed = (steps: readonly Step[], zone: ZoneId): boolean =>
  steps.findLast((step) => step.node === 'MoveToZone' && step.zone === zone)?.ok === false

/** The trip that brought blocks to this unload zone; when several did, the last. */
export const tripTo = ({ trips }: Executed, zone: ZoneId): Trip | undefined =>
  trips.findLast((trip) => trip.unload?.zone === zone) ??
  trips.findLast((trip) => trip.transport?.zone === zone)

export const tripFrom = ({ trips }: Executed, zone: ZoneId): Trip | undefined =>
  trips.findLast((trip) => trip.load.zone === zone)

const MOVES = new Set(['MoveToZone', 'MoveToHome', 'MoveCursor'])
const SKILLS = new Set([...MOVES, 'LoadBlocks', 'UnloadBlocks', 'RotateBlocks', 'CustomDelay', 'ReadFaces'])

function readSteps(trace: readonly TraceEvent[]): Step[] {
  const args = new Map<NodePath, Readonly<Record<string, string>>>()
  const steps: Step[] = []
  let at: ZoneId | null = null
  for (const event of trace) {
    if (!SKILLS.has(event.node)) continue
    if (Object.keys(event.args).length > 0) args.set(event.path, event.args)
    if (event.to !== 'SUCCESS' && event.to !== 'FAILURE') continue
    const ok = event.to === 'SUCCESS'
    const own = args.get(event.path) ?? {}
    const target = event.node === 'MoveToZone' ? Number(own.zone) : null
    if (MOVES.has(event.node)) at = ok ? target : null
    steps.push({ node: event.node, path: event.path, seq: event.seq, args: own, ok, zone: target ?? at })
  }
  return steps
}

interface OpenTrip {
  load: Step
  approach: Step | null
  rotations: Step[]
  transport: Step | null
  unload: Step | null
}

function readTrips(steps: readonly Step[]): Trip[] {
  const trips: OpenTrip[] = []
  let approach: Step | null = null
  for (const step of steps) {
    const open = trips.at(-1)
    switch (step.node) {
      case 'MoveToZone':
        approach = step
        if (open && open.unload?.ok !== true && step.zone !== open.load.zone) open.transport = step
        break
      case 'LoadBlocks':
        // a second attempt at the same zone belongs to the trip in progress
        if (open && open.load.zone === step.zone && open.unload?.ok !== true) open.load = step
        else trips.push({ load: step, approach, rotations: [], transport: null, unload: null })
        break
      case 'RotateBlocks':
        if (open && step.ok) open.rotations.push(step)
        break
      case 'UnloadBlocks':
        if (open) open.unload = step
        break
    }
  }
  return trips
}

function placeAfter(steps: readonly Step[]): RobotPlace | 'lost' {
  const last = steps.findLast((step) => MOVES.has(step.node))
  if (!last) return 'home'
  if (last.node === 'MoveCursor') return 'elsewhere'
  if (!last.ok) return 'lost'
  return last.node === 'MoveToHome' ? 'home' : (last.zone ?? 'lost')
}
