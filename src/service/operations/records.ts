import { asRefusal } from '../refusal.js'
import type { Params } from '#console/catalogue.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { Operations } from './operations.js'

type Commands =
  | 'run.list'
  | 'episode.list'
  | 'episode.show'
  | 'episode.score'
  | 'alarm.list'
  | 'alarm.ack'
  | 'audit'
  | 'audit.counts'

/** The store's records of runs, and what people add to them. */
export const recordOperations = (
  store: SiteStore,
  statusPublisher: StatusPublisher,
): Operations<Commands> => {
  /** the named run, or the newest one */
  const runOf = (named: string | undefined): Result<string, Refusal> => {
    const key = named ?? store.runs(1)[0]?.key
    return key === undefined
      ? err({ code: 'store.no-run', message: 'no run is stored yet', hint: 'send `run`' })
      : ok(key)
  }
  const episodeOf = (run: string | undefined, episode: number) => {
    const key = runOf(run)
    return key.ok ? asRefusal(store.episode(key.value, episode)) : key
  }
  return {
    'run.list': ({ limit }) => ok(store.runs(limit)),
    'episode.list': ({ run }) => {
      const key = runOf(run)
      if (!key.ok) return key
      const known = asRefusal(store.run(key.value))
      return known.ok ? ok(store.episodes(key.value)) : known
    },
    'episode.show': ({ run, episode }) => {
      const found = episodeOf(run, episode)
      return found.ok ? ok({ ...found.value }) : found
    },
    'episode.score': ({ run, episode }) => {
      const found = episodeOf(run, episode)
      return found.ok ? ok(found.value.score) : found
    },
    'alarm.list': () => {
      // what nobody has seen is listed however old it is
      const unseen = store.alarms({ unacknowledged: true })
      return ok([...unseen, ...store.alarms().filter(({ acknowledged }) => acknowledged !== null)])
    },
    'alarm.ack': ({ id, note = '' }, { name }) => acknowledge(store, statusPublisher, { id, note, name }),
    audit: (asked, { name }) => audit(store, runOf(asked.run), asked, name),
    'audit.counts': () => {
      const { counts, total, operationalShare } = store.auditCounts()
      return ok({ ...counts, total, operationalShare: operationalShare ?? 0 })
    },
  }
}

async function acknowledge(
  store: SiteStore,
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
  const alarm = acknowledged.value
  const kept = alarm.acknowledged
  // two people at the same moment: the store keeps the first
  if (kept !== null && (kept.by !== name || kept.note !== note)) return err(seenAlready(id, kept, note))
  // it was worse before this could be written
  if (kept === null) return err(worseMeanwhile(id))
  const { alarms } = statusPublisher.status()
  statusPublisher.set({ alarms: alarms.map((other) => (other.id === id ? alarm : other)) })
  statusPublisher.publish({ kind: 'alarm-acknowledged', alarm })
  return ok(alarm)
}

/** Whoever comes second has written for nobody, and is told so. */
function seenAlready(
  id: string,
  { by, at }: NonNullable<StatusAlarm['acknowledged']>,
  note: string,
): Refusal {
  const lost = note === '' ? '' : '; your note was not kept'
  return {
    code: 'alarm.acknowledged',
    message: `alarm ${id} was acknowledged by ${by} at ${new Date(at).toISOString()}${lost}`,
    hint: 'nothing is left to do about it: alarm list shows the note that was kept',
  }
}

const worseMeanwhile = (id: string): Refusal => ({
  code: 'alarm.worse',
  message: `alarm ${id} has become worse meanwhile`,
  hint: 'alarm list shows what it says now; then acknowledge it again',
})

async function audit(
  store: SiteStore,
  run: Result<string, Refusal>,
  { episode, report, verdict: decision, note }: Params<'audit'>,
  by: string,
): Promise<Result<{ readonly did: string }, Refusal>> {
  if (!run.ok) return run
  const key = run.value
  const judged = { run: key, episode, report, verdict: decision, by, ...(note !== undefined && { note }) }
  const written = asRefusal(await store.audit(judged))
  return written.ok ? ok({ did: `report ${report} of episode ${episode} of ${key} is ${decision}` }) : written
}
