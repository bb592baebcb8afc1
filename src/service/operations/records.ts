import { asRefusal } from '../refusal.js'
import type { Params } from '#console/catalogue.js'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import { alarmOperations, type AlarmCommands } from './alarms.js'
import type { Operations } from './operations.js'

type Commands =
  'run.list' | 'episode.list' | 'episode.show' | 'episode.score' | AlarmCommands | 'audit' | 'audit.counts'

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
    ...alarmOperations(store, statusPublisher),
    audit: (asked, { name }) => audit(store, runOf(asked.run), asked, name),
    'audit.counts': () => {
      const { counts, total, operationalShare } = store.auditCounts()
      return ok({ ...counts, total, operationalShare: operationalShare ?? 0 })
    },
  }
}

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
