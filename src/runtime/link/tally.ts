import type { LinkCounters } from '#link/link-event.js'
import type { Stats } from '#link/messages.gen.js'
import type { NoteText } from './describe-link-event.js'

/** Everything counted on the line since the session was opened. */
interface Totals {
  /** frames from the controller: damaged in transit, and missing */
  readonly damaged: number
  readonly missing: number
  readonly repeats: number
  readonly dropped: number
  readonly naks: number
  /**
   * Frames to the controller, as it counts them. Sequence gaps are left out: a command is numbered when it is created,
   * and a heartbeat may be sent before it.
   */
  readonly theirDamaged: number
  readonly theirDropped: number
  readonly theirLost: number
}

const LABELS: readonly (readonly [key: keyof Totals, one: string, several: string])[] = [
  ['damaged', 'frame from the controller damaged', 'frames from the controller damaged'],
  ['missing', 'frame from the controller missing', 'frames from the controller missing'],
  ['theirDamaged', 'frame to the controller damaged', 'frames to the controller damaged'],
  ['repeats', 'command sent again', 'commands sent again'],
  ['naks', 'frame not understood by the controller', 'frames not understood by the controller'],
  ['dropped', 'frame dropped: buffer full', 'frames dropped: buffer full'],
  [
    'theirLost',
    'byte lost by the receiver of the controller',
    'bytes lost by the receiver of the controller',
  ],
  ['theirDropped', 'frame the controller had no room for', 'frames the controller had no room for'],
]

/** Describes what has been counted since the previous call. */
export class Tally {
  #before: Totals | undefined

  /** @param stats the controller's, once it has answered; what it counted before that is not of this session */
  since(counters: LinkCounters, stats: Stats | undefined, naks: number): NoteText | undefined {
    const now = totalsOf(counters, stats, naks)
    const before = this.#before ?? { ...now, ...FRESH }
    // the controller's first answer is the baseline
    const known = before.theirDamaged >= 0 ? before : { ...before, ...controllerTotals(now) }
    this.#before = now
    const parts = LABELS.flatMap(([key, one, several]) => {
      const count = now[key] - known[key]
      return count > 0 ? [`${count} ${count === 1 ? one : several}`] : []
    })
    if (parts.length === 0) return undefined
    return { level: 'warn', text: `noise on the line: ${parts.join(', ')}` }
  }
}

const FRESH = { repeats: 0, dropped: 0, naks: 0 }

const controllerTotals = ({ theirDamaged, theirDropped, theirLost }: Totals) => ({
  theirDamaged,
  theirDropped,
  theirLost,
})

function totalsOf(host: LinkCounters, stats: Stats | undefined, naks: number): Totals {
  return {
    damaged: host.badCobs + host.badCrc + host.badLength + host.oversize + host.unreadable,
    missing: host.seqGaps,
    repeats: host.retransmits,
    dropped: host.txDropped + host.eventsDropped,
    naks,
    theirDamaged:
      stats === undefined ? -1 : stats.rxBadCobs + stats.rxBadCrc + stats.rxBadLength + stats.rxOversize,
    theirDropped: stats?.txDropped ?? -1,
    theirLost: stats?.rxLost ?? -1,
  }
}
