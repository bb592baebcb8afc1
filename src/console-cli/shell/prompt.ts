import type { ServiceStatus } from '#runtime/status/service-status.js'
import type { Look } from '../text/look.js'

/** The state of the connection: the newest snapshot, and for how long the service has been silent. */
export interface Contact {
  readonly status: ServiceStatus | undefined
  /** ms since the last answer; 0 while it answers */
  readonly silentMs: number
  /** reason, if the service answers but refuses */
  readonly refused?: string
}

/** `[RUNNING F1 ep 3/10] > `: the robot's state, and how current it is. */
export function promptText({ status: serviceStatus, silentMs, refused }: Contact, { paint }: Look): string {
  const seconds = (ms: number): string => `${Math.floor(ms / 1000)} s`
  if (serviceStatus === undefined && silentMs === 0) return '[connecting] > '
  if (refused !== undefined) return paint.bad('[refused]') + ' > '
  if (serviceStatus === undefined || silentMs > 0)
    return paint.bad(`[no answer for ${seconds(silentMs)}]`) + ' > '
  const { mode, activity, run, link } = serviceStatus
  const where = run === null ? '' : ` ${run.field} ep ${run.episode}/${run.episodes}`
  const what = activity === 'running' || activity === 'idle' ? '' : ` ${activity}`
  const lost = link.status === 'lost' ? ` link LOST ${seconds(link.silentMs ?? 0)}` : ''
  const alarm = serviceStatus.alarms.some(({ acknowledged }) => acknowledged === null) ? ' !' : ''
  const text = `[${mode}${where}${what}${lost}${alarm}]`
  const tone =
    lost !== '' || activity === 'estopped' ? paint.bad : mode === 'RUNNING' ? paint.warn : paint.good
  return `${tone(text)} > `
}
