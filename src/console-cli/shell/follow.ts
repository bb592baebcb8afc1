import { setTimeout as sleep } from 'node:timers/promises'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'
import type { Client } from '../client.js'

/** Events reported above the prompt as they arrive. */
const REPORTED: readonly StatusEventKind[] = [
  'alarm',
  'alarm-acknowledged',
  'alarm-changed',
  'mode',
  'activity',
  'run',
  'episode',
  'edit',
  'link',
  'health',
  'refusal',
  'operator',
  'policy',
  'log',
]

/** Passes on the events that matter to an operator, until the signal aborts. */
export async function follow(
  client: Client,
  onEvent: (statusEvent: StatusEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const ill = new Set<string>()
  while (!signal.aborted) {
    for await (const statusEvent of client.events({ kinds: REPORTED, signal })) {
      if (isWorthTelling(statusEvent, ill)) onEvent(statusEvent)
    }
    await sleep(1000, undefined, { signal }).catch(() => undefined)
  }
}

/** @param ill health table rows already reported as unhealthy */
function isWorthTelling(statusEvent: StatusEvent, ill: Set<string>): boolean {
  if (statusEvent.kind === 'log')
    return statusEvent.level === 'warn' || statusEvent.level === 'error' || statusEvent.level === 'fatal'
  if (statusEvent.kind === 'link') return statusEvent.level !== 'debug'
  if (statusEvent.kind === 'health') {
    const { id, state } = statusEvent.row
    if (state === 'ok' || state === 'off') return ill.delete(id)
    ill.add(id)
    return true
  }
  // ten setpoints per second are not news
  return statusEvent.kind !== 'operator' || !statusEvent.did.startsWith('teleop.drive')
}
