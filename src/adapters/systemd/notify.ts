import { openDatagrams, type SendDatagram } from './datagram.js'

/**
 * What a service says to systemd (sd_notify(3)). Without a NOTIFY_SOCKET nobody listens and every call does
 * nothing.
 */
export interface Notify {
  /** the deadline of the watchdog that systemd keeps for this process, ms; undefined when it keeps none */
  readonly watchdogMs: number | undefined
  /** The start is over. @param status one line for `systemctl status` */
  ready(status?: string): void
  status(text: string): void
  /** all is well: the deadline begins anew */
  watchdog(): void
  /** Something is wrong beyond repair: restart now, as if the deadline had passed (systemd ≥ 243). */
  trigger(status: string): void
  stopping(status?: string): void
  /** Gives the start or stop that is under way this much more time from now on, ms. */
  extend(ms: number): void
}

interface Options {
  /** told at most once each: what does not work, in words */
  readonly tell?: (text: string) => void
  readonly pid?: number
  readonly open?: (path: string, tell: (text: string) => void) => SendDatagram
}

/**
 * Datagrams are sent from this process, so `NotifyAccess=main` is enough, and within a fraction of a millisecond:
 * starting systemd-notify for each would hold the event loop up for many (0.2 s and more from a process with a model).
 * @param env of the process; it is not changed
 */
export function openNotify(env: NodeJS.ProcessEnv = process.env, options: Options = {}): Notify {
  const { tell = () => undefined, pid = process.pid, open = openDatagrams } = options
  const socket = env['NOTIFY_SOCKET']
  const send = socket === undefined || !/^[/@]./.test(socket) ? undefined : open(socket, tell)
  const say = (...lines: readonly string[]): void => send?.(lines.join('\n'))
  const withStatus = (line: string, status?: string): void =>
    status === undefined ? say(line) : say(line, statusLine(status))
  return {
    watchdogMs: send === undefined ? undefined : watchdogMs(env, pid),
    ready: (status) => withStatus('READY=1', status),
    status: (text) => say(statusLine(text)),
    watchdog: () => say('WATCHDOG=1'),
    trigger: (status) => withStatus('WATCHDOG=trigger', status),
    stopping: (status) => withStatus('STOPPING=1', status),
    extend: (ms) => say(`EXTEND_TIMEOUT_USEC=${Math.round(ms * 1000)}`),
  }
}

/** A newline would begin another assignment, and what a model or a device has said may stand in a status. */
const statusLine = (text: string): string =>
  `STATUS=${text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 300)}`

function watchdogMs(env: NodeJS.ProcessEnv, pid: number): number | undefined {
  const forPid = env['WATCHDOG_PID']
  // it is inherited by children, whom it does not concern
  if (forPid !== undefined && forPid !== String(pid)) return undefined
  const usec = Number(env['WATCHDOG_USEC'])
  return Number.isFinite(usec) && usec > 0 ? usec / 1000 : undefined
}
