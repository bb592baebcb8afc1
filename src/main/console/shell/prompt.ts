import type { Snapshot } from '../../../runtime/station/snapshot.js'
import type { Look } from '../text/look.js'

/** What is known of the service: its newest snapshot, and for how long it has been silent. */
export interface Contact {
  readonly snapshot: Snapshot | undefined
  /** ms since it answered; 0 when it does */
  readonly silentMs: number
}

/** `[RUNNING F1 ep 3/10] > `: what the robot does, and how well one knows it. */
export function promptText({ snapshot, silentMs }: Contact, { paint }: Look): string {
  const seconds = (ms: number): string => `${Math.floor(ms / 1000)} s`
  if (snapshot === undefined && silentMs === 0) return '[connecting] > '
  if (snapshot === undefined || silentMs > 0) return paint.bad(`[no answer for ${seconds(silentMs)}]`) + ' > '
  const { mode, activity, run, link } = snapshot
  const where = run === null ? '' : ` ${run.field} ep ${run.episode}/${run.episodes}`
  const what = activity === 'running' || activity === 'idle' ? '' : ` ${activity}`
  const lost = link.status === 'lost' ? ` link LOST ${seconds(link.silentMs ?? 0)}` : ''
  const alarm = snapshot.alarms.some(({ acknowledged }) => acknowledged === null) ? ' !' : ''
  const text = `[${mode}${where}${what}${lost}${alarm}]`
  const tone =
    lost !== '' || activity === 'estopped' ? paint.bad : mode === 'RUNNING' ? paint.warn : paint.good
  return `${tone(text)} > `
}
