import { RunAlarms, type StoredChange } from '#runtime/status/run-alarms.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import { forbidsMotion, urgency, type StatusAlarm } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'

/** alarms shown; older ones are in the store */
const MAX_ALARMS = 100

/** What nobody has acknowledged yet waits after a restart too, also where it is over; oldest first. */
export const unacknowledgedAlarms = (store: Pick<SiteStore, 'alarms'>): readonly StatusAlarm[] =>
  shortened(inOrder(store.alarms({ unacknowledged: true })))

/**
 * Says how many wait for somebody, also where there are more than are shown; as soon as there is room, those that were
 * left out are shown too.
 */
export function countAlarms(
  statusPublisher: StatusPublisher,
  store: Pick<SiteStore, 'alarms' | 'countUnacknowledged'>,
): void {
  try {
    const unacknowledged = store.countUnacknowledged()
    statusPublisher.set({ unacknowledged })
    const { alarms } = statusPublisher.status()
    const waiting = alarms.filter(({ acknowledged }) => acknowledged === null).length
    if (waiting >= Math.min(unacknowledged, MAX_ALARMS)) return
    const unseen = store.alarms({ unacknowledged: true, limit: MAX_ALARMS })
    statusPublisher.set({ alarms: withUnknown(alarms, unseen) })
  } catch {
    // the figure stays as it is; that the store cannot be read is reported by whoever needs more of it
  }
}

/** What is shown, and of what the store has more, that which is not shown yet: as much as there is room for. */
function withUnknown(alarms: readonly StatusAlarm[], more: readonly StatusAlarm[]): readonly StatusAlarm[] {
  const known = new Set(alarms.map(({ id }) => id))
  return shortened(inOrder([...alarms, ...more.filter(({ id }) => !known.has(id))]))
}

const inOrder = (alarms: readonly StatusAlarm[]): readonly StatusAlarm[] =>
  alarms.toSorted((a, b) => a.at - b.at)

/** Leaves out the least urgent, of those the oldest first, and those that forbid motion never. */
function shortened(alarms: readonly StatusAlarm[]): readonly StatusAlarm[] {
  const rank = (alarm: StatusAlarm): number => (forbidsMotion(alarm) ? -1 : urgency(alarm))
  const byRank = alarms.toSorted((a, b) => rank(b) - rank(a))
  const most = Math.max(MAX_ALARMS, alarms.filter(forbidsMotion).length)
  const kept = new Set(byRank.slice(Math.max(0, byRank.length - most)))
  return alarms.filter((alarm) => kept.has(alarm))
}

/** Shows what becomes of alarms while runs are under way. */
export function showAlarm(statusPublisher: StatusPublisher, { what, alarm }: StoredChange): void {
  const { alarms } = statusPublisher.status()
  const known = alarms.find(({ id }) => id === alarm.id)
  const shown: StatusAlarm = {
    ...alarm,
    acknowledged: what === 'worsened' ? null : (known?.acknowledged ?? null),
  }
  if (known !== undefined)
    statusPublisher.set({ alarms: alarms.map((other) => (other === known ? shown : other)) })
  // one that got worse may have been seen before the service started: then it is shown at its old place
  else if (what === 'raised' || what === 'worsened')
    statusPublisher.set({ alarms: withUnknown(alarms, [shown]) })
  else return
  const { id, episode, record } = shown
  statusPublisher.publish(
    what === 'raised'
      ? { kind: 'alarm', id, episode, record }
      : { kind: 'alarm-changed', what, alarm: shown },
  )
}

/** Ends the alarms of a scene that is no more, in store and status; see `endScene` of the store. */
export async function endSceneAlarms(
  statusPublisher: StatusPublisher,
  store: Pick<SiteStore, 'endScene'>,
  ...scene: Parameters<SiteStore['endScene']>
): Promise<void> {
  // where that fails they stay as they are; no run is refused for it
  const tell = (text: string): void =>
    statusPublisher.publish({ kind: 'log', level: 'error', source: 'store', text })
  try {
    const ended = await store.endScene(...scene)
    if (!ended.ok) return tell(ended.error.message)
    for (const change of ended.value) showAlarm(statusPublisher, change)
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
  }
}

/**
 * A run that is resumed plays its last episode again: the store has forgotten what that one has raised, and what it
 * has made of older alarms.
 */
export function forgetAlarms(
  statusPublisher: StatusPublisher,
  store: Pick<SiteStore, 'alarm' | 'alarms'>,
  run: string,
  onTrouble: (why: string) => void = () => undefined,
): void {
  try {
    statusPublisher.set({ alarms: alarmsToShow(statusPublisher.status().alarms, store, run) })
  } catch (error) {
    // those that are shown stay
    onTrouble(error instanceof Error ? error.message : String(error))
  }
}

function alarmsToShow(
  alarms: readonly StatusAlarm[],
  store: Pick<SiteStore, 'alarm' | 'alarms'>,
  run: string,
): readonly StatusAlarm[] {
  // retention may have removed one that is still shown
  const kept = alarms.flatMap((alarm) => store.alarm(alarm.id) ?? (alarm.run === run ? [] : [alarm]))
  return withUnknown(kept, unacknowledgedAlarms(store))
}

/**
 * The alarms of a run that begins or goes on, after all that the store has. A store that cannot tell them refuses no
 * run: what is raised in it is shown all the same.
 */
export const alarmsAfter = (
  run: string,
  store: Pick<SiteStore, 'alarms'>,
  onChange?: (change: StoredChange) => void,
  onTrouble: (why: string) => void = () => undefined,
): RunAlarms => {
  const now = Date.now
  try {
    return new RunAlarms({ run, now, stored: store.alarms({ run }) }, onChange)
  } catch (error) {
    onTrouble(error instanceof Error ? error.message : String(error))
    // an id that is taken would be taken for the alarm of that id, which somebody may have acknowledged
    return new RunAlarms({ run, now, stored: [], after: Math.floor(now() / 1000) }, onChange)
  }
}
