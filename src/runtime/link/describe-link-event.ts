import { EstopCause, ResetCause } from '#link/messages.gen.js'
import { describeMismatch, type LinkEvent } from '#link/link-event.js'
import type { LinkNote } from '#learning/episode.js'

export type NoteText = Omit<LinkNote, 't'>

/** Describes a link event to people; `undefined` for command events, which are in the journal. */
export function describeLinkEvent(event: LinkEvent): NoteText | undefined {
  switch (event.kind) {
    case 'up':
      return { level: 'debug', text: `the session is open, boot ${hex(event.bootId)} of the controller` }
    case 'degraded':
      return {
        level: 'warn',
        text: 'degraded: telemetry is silent or the controller misses heartbeats; nothing new begins',
      }
    case 'recovered':
      return { level: 'info', text: 'recovered' }
    case 'lost':
      return { level: 'error', text: `lost: ${LOST[event.why]}` }
    case 'refused':
      return { level: 'error', text: describeMismatch('the controller', event.firmware) }
    case 'outcomeUnknown':
      return { level: 'warn', text: `command ${event.id} was not answered: its outcome is unknown` }
    case 'firmware':
      return describeFirmwareEvent(event)
    case 'accepted':
    case 'commandRefused':
    case 'done':
    case 'nak':
      return undefined
  }
}

const LOST: Readonly<Record<Extract<LinkEvent, { kind: 'lost' }>['why'], string>> = {
  silence: 'no telemetry for half a second',
  sessionLost: 'the controller has restarted, or another program has taken it over',
  hungUp: 'the port is closed: cable, power or driver',
}

function describeFirmwareEvent({ code, status, detail }: Extract<LinkEvent, { kind: 'firmware' }>): NoteText {
  switch (code) {
    case 'commLoss':
      return { level: 'warn', text: 'the controller missed the heartbeats and stopped the robot' }
    case 'estopLatched':
      return { level: 'warn', text: `the controller latched the emergency stop (${describeEstop(status)})` }
    case 'estopReset':
      return { level: 'debug', text: 'the emergency stop was released' }
    case 'vacuumLost':
      return { level: 'debug', text: `cup ${detail} has lost its block` }
    case 'booted':
      return { level: 'error', text: `the controller restarted: ${describeReset(status)}` }
  }
}

/** Says why a controller has started. @param cause a `ResetCause`, or a number that this version does not know */
export function describeReset(cause: number): string {
  switch (cause) {
    case ResetCause.power:
      return 'power-on, or the supply had fallen too low'
    case ResetCause.pin:
      return 'reset pin, by a button or a debugger'
    case ResetCause.software:
      return 'requested by its program'
    case ResetCause.watchdog:
      return 'watchdog reset: the control loop hung'
    case ResetCause.unknown:
      return 'its board does not say why'
    default:
      return `cause ${cause}`
  }
}

const describeEstop = (status: number): string =>
  Object.entries(EstopCause).find(([, value]) => value === status)?.[0] ?? `cause ${status}`

const hex = (word: number): string => word.toString(16).padStart(8, '0')
