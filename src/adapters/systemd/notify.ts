import { openDatagrams, type SendDatagram } from './datagram.js'

/** Messages of a service to systemd (sd_notify(3)). Without a NOTIFY_SOCKET every call does nothing. */
export interface Notify {
  /** deadline of systemd's watchdog for this process, ms; undefined when there is none */
  readonly watchdogMs: number | undefined
  /** Startup is complete. @param status one line for `systemctl status` */
  ready(status?: string): void
  status(text: string): void
  /** all is well: restarts the deadline */
  watchdog(): void
  /** Unrecoverable: requests a restart now, as if the deadline had passed (systemd ≥ 243). */
  trigger(status: string): void
  stopping(status?: string): void
  /** Extends the timeout of the current start or stop to this long from now, ms. */
  extend(ms: number): void
}

interface Options {
  /** called at most once per problem with a description of what does not work */
  readonly report?: (text: string) => void
  readonly pid?: number
  readonly open?: (path: string, report: (text: string) => void) => SendDatagram
}

/**
 * Opens the connection to systemd. Datagrams are sent from this process, so `NotifyAccess=main` is enough, and in a
 * fraction of a millisecond: starting systemd-notify for each would block the event loop far longer (0.2 s and more in
 * a process with a model).
 * @param env environment of the process; not modified
 */
export function openNotify(env: NodeJS.ProcessEnv = process.env, options: Options = {}): Notify {
  const { report = () => undefined, pid = process.pid, open = openDatagrams } = options
  const socket = env['NOTIFY_SOCKET']
  const sendDatagram = socket === undefined || !/^[/@]./.test(socket) ? undefined : open(socket, report)
  const send = (...lines: readonly string[]): void => sendDatagram?.(lines.join('\n'))
  const withStatus = (line: string, status?: string): void =>
    status === undefined ? send(line) : send(line, statusLine(status))
  return {
    watchdogMs: sendDatagram === undefined ? undefined : watchdogMs(env, pid),
    ready: (status) => withStatus('READY=1', status),
    status: (text) => send(statusLine(text)),
    watchdog: () => send('WATCHDOG=1'),
    trigger: (status) => withStatus('WATCHDOG=trigger', status),
    stopping: (status) => withStatus('STOPPING=1', status),
    extend: (ms) => send(`EXTEND_TIMEOUT_USEC=${Math.round(ms * 1000)}`),
  }
}

/** Strips newlines, which would start another assignment: a status may contain text from a model or device. */
const statusLine = (text: string): string =>
  `STATUS=${text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, 300)}`

function watchdogMs(env: NodeJS.ProcessEnv, pid: number): number | undefined {
  const forPid = env['WATCHDOG_PID']
  // children inherit it although it does not apply to them
  if (forPid !== undefined && forPid !== String(pid)) return undefined
  const usec = Number(env['WATCHDOG_USEC'])
  return Number.isFinite(usec) && usec > 0 ? usec / 1000 : undefined
}
