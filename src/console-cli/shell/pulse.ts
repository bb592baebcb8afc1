import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceStatus } from '#runtime/status/service-status.js'
import { isSilence, type Client } from '../client.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { STATUS } from '../show/samples.js'
import { isLike } from '../show/shape.js'
import type { Contact } from './prompt.js'

export interface PulseOptions {
  readonly client: Client
  /** polling period, ms */
  readonly everyMs: number
  readonly timeoutMs: number
  /** monotonic milliseconds */
  readonly now: () => number
  readonly changed: (contact: Contact) => void
  readonly signal: AbortSignal
}

/** Polls the service and tracks for how long it has been silent. The socket reconnects by itself. */
export async function pulse({
  client,
  everyMs,
  timeoutMs,
  now,
  changed,
  signal,
}: PulseOptions): Promise<void> {
  let serviceStatus: ServiceStatus | undefined
  let answered = now()
  while (!signal.aborted) {
    const asked = now()
    const answer = await client.request('status', {}, { timeoutMs })
    if (signal.aborted) return
    if (answer.ok) {
      const safe = sanitizeForTerminal(answer.value)
      if (isLike<ServiceStatus>(safe, STATUS)) serviceStatus = safe
      answered = now()
      changed({ status: serviceStatus, silentMs: 0 })
    } else {
      const refused = isSilence(answer.error) ? {} : { refused: answer.error.message }
      changed({ status: serviceStatus, silentMs: Math.max(1, now() - answered), ...refused })
    }
    const rest = Math.max(50, everyMs - (now() - asked))
    await sleep(rest, undefined, { signal }).catch(() => undefined)
  }
}
