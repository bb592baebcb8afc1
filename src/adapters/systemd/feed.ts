import type { Health, HealthRow } from '#runtime/health/health.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { Notify } from './notify.js'

interface Feeding {
  readonly notify: Pick<Notify, 'watchdog' | 'trigger' | 'status' | 'watchdogMs'>
  readonly health: Pick<Health, 'red'>
  readonly log?: (level: LogLevel, source: string, text: string) => void
  /** period of the health check, ms; default: a sixteenth of the watchdog's deadline */
  readonly every?: number
}

/**
 * Share of the watchdog's deadline after which a row without a heartbeat counts as wedged; waiting longer is pointless.
 */
const WEDGED = 3 / 4
/** time for the log to leave the process */
const LEAVE_MS = 50

/**
 * Feeds systemd's watchdog from the event loop, but only while no row of the health table is red: a service whose loop
 * runs while its work is stuck is restarted like one that hangs. A row may recover in time; one that stays red for
 * three quarters of the deadline triggers an immediate restart, since its own deadline has already passed.
 * @returns a function that stops feeding
 */
export function feedWatchdog(feeding: Feeding): () => void {
  const { notify, health, log = () => undefined } = feeding
  const deadline = notify.watchdogMs
  if (deadline === undefined) return () => undefined
  let hungry = false
  let triggered = false
  const look = (): void => {
    const red = health.red()
    if (red.length === 0) {
      if (hungry) log('warn', 'watchdog', 'all is green again: the watchdog is fed')
      hungry = false
      return notify.watchdog()
    }
    if (!hungry) {
      const why = red.map(inWords).join('; ')
      log('error', 'watchdog', `the watchdog is not fed: ${why}`)
      notify.status(`unhealthy: ${why}`)
      hungry = true
    }
    const wedged = red.filter(({ ageMs }) => ageMs >= WEDGED * deadline)
    if (wedged.length === 0 || triggered) return
    triggered = true
    const why = wedged.map(inWords).join('; ')
    log('fatal', 'watchdog', `restarting, because this does not recover: ${why}`)
    // this ends the process, so let the log leave first. Repeat the status, which others may have overwritten
    setTimeout(() => notify.trigger(`unhealthy: ${why}`), LEAVE_MS)
  }
  look()
  const timer = setInterval(look, feeding.every ?? deadline / 16)
  return () => clearInterval(timer)
}

const inWords = ({ id, state, ageMs, deadlineMs, text }: HealthRow): string => {
  const what =
    state === 'failed' ? 'has failed' : `has sent no heartbeat for ${ageMs} ms (${deadlineMs} allowed)`
  return `${id} ${what}${text === '' ? '' : `: ${text}`}`
}
