import type { LinkSession } from '#link/link-session.js'
import type { LinkReport } from '../status/service-status.js'
import type { LinkWatch } from './link-watch.js'

/** A link as the station shows it. */
export function linkReport(session: LinkSession, watch: LinkWatch, device: string | null): LinkReport {
  return {
    status: session.status,
    device,
    silentMs: session.silentMs ?? null,
    counters: session.counters,
    controller: countsOf(session),
    degraded: watch.degraded,
    last: watch.last?.text ?? '',
  }
}

function countsOf({ stats }: LinkSession): LinkReport['controller'] {
  if (stats === undefined) return null
  const { kind: _, ...counts } = stats
  return counts
}
