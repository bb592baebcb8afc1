import { setTimeout as sleep } from 'node:timers/promises'
import type { News, NewsKind } from '../../../runtime/station/news.js'
import type { Client } from '../client.js'

/** What is told above the prompt as it comes. */
const TOLD: readonly NewsKind[] = [
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
export async function follow(client: Client, told: (news: News) => void, signal: AbortSignal): Promise<void> {
  const ill = new Set<string>()
  while (!signal.aborted) {
    for await (const news of client.news({ kinds: TOLD, signal })) {
      if (isWorthTelling(news, ill)) told(news)
    }
    await sleep(1000, undefined, { signal }).catch(() => undefined)
  }
}

/** @param ill rows of the health table that were told to be so */
function isWorthTelling(news: News, ill: Set<string>): boolean {
  if (news.kind === 'log') return news.level === 'warn' || news.level === 'error' || news.level === 'fatal'
  if (news.kind === 'health') {
    const { id, state } = news.row
    if (state === 'ok' || state === 'off') return ill.delete(id)
    ill.add(id)
    return true
  }
  // ten setpoints a second are no news
  return news.kind !== 'operator' || !news.did.startsWith('teleop.drive')
}
