import { setTimeout as sleep } from 'node:timers/promises'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'
import type { Client } from '../client.js'

/** What is told above the prompt as it comes. */
const REPORTED: readonly StatusEventKind[] = [
  'alarm',
  'alarm-acknowledged',
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

/** Hands on what a person should hear of, until the signal comes. */
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

/** @param ill rows of the health table that were told to be so */
function isWorthTelling(statusEvent: StatusEvent, ill: Set<string>): boolean {
  if (statusEvent.kind === 'log')
    return statusEvent.level === 'warn' || statusEvent.level === 'error' || statusEvent.level === 'fatal'
  if (statusEvent.kind === 'health') {
    const { id, state } = statusEvent.row
    if (state === 'ok' || state === 'off') return ill.delete(id)
    ill.add(id)
    return true
  }
  // ten setpoints a second are no news
  return statusEvent.kind !== 'operator' || !statusEvent.did.startsWith('teleop.drive')
}
