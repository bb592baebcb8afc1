import { asRefusal } from '../refusal.js'
import { err, ok, type Result } from '#base/result.js'
import { plural } from '#app/command-line/words.js'
import type { Refusal } from '#console/host.js'
import { LIMITS } from '#console/protocol.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import { countAlarms } from '../show/shown-alarms.js'
import type { Operations } from './operations.js'

export type AlarmCommands = 'alarm.list' | 'alarm.ack' | 'alarm.ack.over'

type AlarmStore = Pick<
  SiteStore,
  'alarm' | 'alarms' | 'acknowledge' | 'acknowledgeOver' | 'countUnacknowledged'
>

/** The alarms in the store, and what people say of them. */
export const alarmOperations = (
  store: AlarmStore,
  statusPublisher: StatusPublisher,
): Operations<AlarmCommands> => ({
  'alarm.list': () => ok(listed(store)),
  'alarm.ack': ({ id, note = '' }, { name }) => acknowledge(store, statusPublisher, { id, note, name }),
  'alarm.ack.over': async ({ note = '' }, { name }) => {
    const written = asRefusal(await store.acknowledgeOver(name, note))
    if (!written.ok) return written
    const ids = new Set(written.value)
    const shown = statusPublisher.status().alarms.filter(({ id }) => ids.has(id))
    for (const { id } of shown) enter(statusPublisher, store.alarm(id))
    countAlarms(statusPublisher, store)
    return ok({ did: `acknowledged ${plural(ids.size, 'alarm')} that ${ids.size === 1 ? 'is' : 'are'} over` })
  },
})

/** even the shortest are more than half a kilobyte */
const MAX_LISTED = LIMITS.reply / 512
/** for the rest of a reply */
const HEAD_BYTES = 1024

/**
 * What nobody has seen is listed however old it is, as far as a reply has room: what lasts before what is over, and
 * then the newest first. How many there are is in the status.
 */
function listed(store: AlarmStore): readonly StatusAlarm[] {
  const unseen = store.alarms({ unacknowledged: true, limit: MAX_LISTED })
  const all = [...unseen, ...store.alarms().filter(({ acknowledged }) => acknowledged !== null)]
  let room = LIMITS.reply - HEAD_BYTES
  const end = all.findIndex((alarm) => (room -= Buffer.byteLength(JSON.stringify(alarm)) + 1) < 0)
  return end < 0 ? all : all.slice(0, end)
}

async function acknowledge(
  store: AlarmStore,
  statusPublisher: StatusPublisher,
  { id, note, name }: { readonly id: string; readonly note: string; readonly name: string },
): Promise<Result<StatusAlarm, Refusal>> {
  const known = store.alarm(id)
  const earlier = known?.acknowledged ?? null
  // whoever has heard no answer asks again, and is told what is so
  if (known !== undefined && earlier?.by === name && earlier.note === note) return ok(known)
  if (earlier !== null) return err(seenAlready(id, earlier, note))
  const acknowledged = asRefusal(await store.acknowledge(id, name, note))
  if (!acknowledged.ok) return acknowledged
  const kept = acknowledged.value.acknowledged
  // two people at the same moment: the store keeps the first
  if (kept !== null && (kept.by !== name || kept.note !== note)) return err(seenAlready(id, kept, note))
  // it was worse before this could be written, or is by what is to be written next
  const entered = kept === null ? undefined : enter(statusPublisher, acknowledged.value)
  countAlarms(statusPublisher, store)
  return entered === undefined ? err(worseMeanwhile(id)) : ok(entered)
}

/**
 * Shows that an alarm is acknowledged. What is shown of it is as new as the store's or newer, so only who has seen it
 * is taken from there. @returns undefined where it has become worse meanwhile: the store will learn that next
 */
function enter(statusPublisher: StatusPublisher, alarm: StatusAlarm | undefined): StatusAlarm | undefined {
  if (alarm === undefined) return undefined
  const { alarms } = statusPublisher.status()
  const shown = alarms.find(({ id }) => id === alarm.id) ?? alarm
  if ((shown.worst ?? 0) > (alarm.worst ?? 0)) return undefined
  const entered = { ...shown, acknowledged: alarm.acknowledged }
  statusPublisher.set({ alarms: alarms.map((other) => (other === shown ? entered : other)) })
  statusPublisher.publish({ kind: 'alarm-acknowledged', alarm: entered })
  return entered
}

/** Whoever comes second has written for nobody, and is told so. */
function seenAlready(
  id: string,
  { by, at, note: kept }: NonNullable<StatusAlarm['acknowledged']>,
  note: string,
): Refusal {
  const lost = note === '' ? '' : '; your note was not kept'
  return {
    code: 'alarm.acknowledged',
    message: `alarm ${id} was acknowledged by ${by} at ${new Date(at).toISOString()}${lost}`,
    hint: `nothing is left to do about it${kept === '' ? '' : ': alarm list shows the note that was kept'}`,
  }
}

const worseMeanwhile = (id: string): Refusal => ({
  code: 'alarm.worse',
  message: `alarm ${id} has become worse meanwhile`,
  hint: 'alarm list shows what it says now; then acknowledge it again',
})
