import type { StatusEvent } from '#runtime/status/status-event.js'
import type { HealthRow } from '#runtime/health/health.js'
import type {
  BlackboardEntry,
  ModelStatus,
  PolicyStatus,
  ServiceStatus,
  StatusAlarm,
} from '#runtime/status/service-status.js'

/**
 * The result of each command, version 1 (docs/CONSOLE.md). Lists only what a client may rely on; a host may add
 * fields, and a client ignores those that it does not know.
 */
export interface Results {
  status: ServiceStatus
  /** `missed`: older ones have been dropped */
  news: { readonly news: readonly StatusEvent[]; readonly missed: boolean }
  /** null if there is none yet */
  picture: {
    readonly id: string
    readonly at: number
    readonly width: number
    readonly height: number
    /** base64 */
    readonly jpeg: string
  } | null
  health: readonly HealthRow[]
  log: readonly (StatusEvent & { readonly kind: 'log' })[]
  blackboard: readonly BlackboardEntry[]
  models: readonly ModelStatus[]
  config: Readonly<Record<string, unknown>>
  faults: readonly { readonly fault: string; readonly does: string }[]
  'alarm.list': readonly StatusAlarm[]
  'tree.get': { readonly hash: string; readonly xml: string }
  'tree.diff': { readonly from: string; readonly to: string; readonly text: string }
  'tree.slots': readonly PolicyStatus[]
  'run.list': readonly { readonly key: string }[]
  'episode.list': readonly { readonly episode: number; readonly score: number; readonly endReason: string }[]
  'episode.show': Readonly<Record<string, unknown>>
  'episode.score': {
    readonly lines: readonly { readonly label: string; readonly count: number; readonly points: number }[]
    readonly total: number
  }
  do: ProposedOrder
  /** `begun`, or what is proposed instead because something has changed since: that has begun nothing */
  'do.confirm':
    | {
        readonly kind: 'begun'
        readonly key: string
        readonly understood: string
        readonly steps: number
        /** a real robot: `arm` and `confirm` come before it moves */
        readonly toBeArmed: boolean
      }
    | (ProposedOrder & { readonly changed: true })
  run: { readonly key: string }
  arm: { readonly token: string; readonly what: string; readonly expiresInMs: number }
  confirm: { readonly moves: string }
  pause: Done
  resume: Done
  stop: Done
  estop: Done
  reset: Done
  'alarm.ack': StatusAlarm
  'alarm.ack.over': Done
  'scene.reset': Done
  audit: Done
  'audit.counts': Readonly<Record<string, number>>
  /** `keys` and `skills`: in a world, the step of each key and the parameters of each skill */
  'teleop.begin': {
    readonly session: string
    readonly windowMs: number
    readonly speed: number
    readonly keys?: Readonly<Record<string, string>>
    readonly skills?: readonly string[]
  }
  /** `refused`: why this setpoint moves nothing */
  'teleop.drive': { readonly refused?: string }
  /** the number of the step, which has its permit; or `refused`: why nothing moves */
  'teleop.step': { readonly step: number } | { readonly refused: string }
  /** the newest step that was permitted; null before the first */
  'teleop.alive': {
    readonly newest: { readonly step: number; readonly result: string; readonly text: string } | null
  }
  'teleop.end': Done
  'tree.stage': { readonly hash: string }
  'tree.rollback': { readonly hash: string }
  'log.level': { readonly level: string }
  'fault.inject': Done
}

/** What was made of an order in words. Nothing has moved. */
interface ProposedOrder {
  readonly order: string
  readonly kind: 'plan' | 'holds' | 'question'
  /** what `do.confirm` takes; absent for viewers, and where there is nothing to confirm */
  readonly id?: string
  readonly expiresInMs?: number
  /** of a plan, or of what is so already */
  readonly reading?: OrderReading
  readonly plan?: OrderPlan
  /** to a question about facts, in words */
  readonly answer?: readonly string[]
  readonly question?: string
  /** of a question, numbered from 1 for `do.confirm` */
  readonly choices?: readonly (OrderReading & { readonly holds: boolean; readonly plan?: OrderPlan })[]
}

interface OrderReading {
  /** in words, made from the formulas */
  readonly text: string
}

interface OrderPlan {
  readonly steps: readonly { readonly text: string }[]
  /** what it leaves open or the like, and what to add to the order to have that otherwise */
  readonly leaves: readonly { readonly text: string; readonly add: string }[]
}

/** What was done, in words for the operator. */
interface Done {
  readonly did: string
}
