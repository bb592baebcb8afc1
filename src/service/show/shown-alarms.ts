import { RunAlarms, type StoredChange } from '#runtime/status/run-alarms.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'

/** alarms shown; older ones are in the store */
const MAX_ALARMS = 100

/** What nobody has acknowledged yet, and is not over, is open after a restart too; oldest first. */
export const openAlarms = (store: SiteStore): readonly StatusAlarm[] =>
  store.alarms({ open: true, limit: MAX_ALARMS }).toReversed()

/** Shows what becomes of alarms while runs are under way. */
export function showAlarm(statusPublisher: StatusPublisher, { what, alarm }: StoredChange): void {
  const { alarms } = statusPublisher.status()
  const known = alarms.find(({ id }) => id === alarm.id)
  const shown: StatusAlarm = { ...alarm, acknowledged: known?.acknowledged ?? null }
  if (what === 'raised') {
    statusPublisher.set({ alarms: [...alarms, shown].slice(-MAX_ALARMS) })
    const { id, episode, record } = shown
    statusPublisher.publish({ kind: 'alarm', id, episode, record })
  } else if (known !== undefined) {
    statusPublisher.set({ alarms: alarms.map((other) => (other === known ? shown : other)) })
    statusPublisher.publish({ kind: 'alarm-changed', alarm: shown })
  }
}

/** A run that is resumed plays its last episode again: the store has forgotten what that one raised. */
export function forgetAlarms(statusPublisher: StatusPublisher, store: SiteStore, run: string): void {
  const { alarms } = statusPublisher.status()
  statusPublisher.set({
    alarms: alarms.filter((alarm) => alarm.run !== run || store.alarm(alarm.id) !== undefined),
  })
}

/** The alarms of a run that begins or goes on, after all that the store has. */
export const alarmsAfter = (
  run: string,
  store: Pick<SiteStore, 'alarms'>,
  onChange?: (change: StoredChange) => void,
): RunAlarms => {
  const own = store.alarms({ limit: MANY }).filter((alarm) => alarm.run === run)
  const lasting = store.alarms({ lasting: true }).filter((alarm) => alarm.run !== run)
  return new RunAlarms({ run, now: Date.now, stored: [...lasting, ...own] }, onChange)
}

/** far more than a run raises */
const MANY = 10_000
