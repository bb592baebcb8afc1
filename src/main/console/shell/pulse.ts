import { setTimeout as sleep } from 'node:timers/promises'
import type { Snapshot } from '../../../runtime/station/snapshot.js'
import type { Client } from '../client.js'
import { disarm } from '../text/disarm.js'
import { SNAPSHOT } from '../show/samples.js'
import { isLike } from '../show/shape.js'
import type { Contact } from './prompt.js'

export interface PulseOptions {
  readonly client: Client
  /** between two looks, ms */
  readonly everyMs: number
  readonly timeoutMs: number
  /** monotonic milliseconds */
  readonly now: () => number
  readonly changed: (contact: Contact) => void
  readonly signal: AbortSignal
}

/** Looks at the service again and again, and knows for how long it has been silent. The socket reconnects by itself. */
export async function pulse({
  client,
  everyMs,
  timeoutMs,
  now,
  changed,
  signal,
}: PulseOptions): Promise<void> {
  let snapshot: Snapshot | undefined
  let answered = now()
  while (!signal.aborted) {
    const asked = now()
    const answer = await client.request('status', {}, { timeoutMs })
    if (signal.aborted) return
    if (answer.ok) {
      const safe = disarm(answer.value)
      if (isLike<Snapshot>(safe, SNAPSHOT)) snapshot = safe
      answered = now()
      changed({ snapshot, silentMs: 0 })
    } else changed({ snapshot, silentMs: Math.max(1, now() - answered) })
    const rest = Math.max(50, everyMs - (now() - asked))
    await sleep(rest, undefined, { signal }).catch(() => undefined)
  }
}
