import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { err, ok, type Result } from '#base/result.js'
import type { DriverStream } from '#drivers/line-peer.js'
import { LogLines } from './log-lines.js'
import { NodeStream } from './node-stream.js'

export interface DriverProcessOptions {
  /** the program: a path, or a name on PATH; no shell is involved */
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** a line that the driver prints to standard error */
  readonly onLog?: (line: string) => void
  /**
   * how long it may take to stop the robot and end once its input has closed, ms; asked when it closes, since by then
   * the driver has said how long it needs. 1000 by default
   */
  readonly graceMs?: () => number
}

/** what it printed before it ended is read within this time, ms: another process may hold its output open for ever */
const LAST_OUTPUT_MS = 500

/**
 * Starts a driver as a process in its own group, with the messages on its standard input and output. That it cannot be
 * started, and how it ended, shows as `closed`. On close its input ends, which tells it to stop the robot; after the
 * grace its whole group is killed. If this process dies first, however it does, the driver's input closes and its
 * heartbeats cease: it stops the robot by itself, and is killed after the same grace.
 */
export function startDriverProcess(options: DriverProcessOptions): DriverStream & { readonly pid?: number } {
  const { command, cwd, onLog = () => undefined, graceMs = () => 1000 } = options
  const started = spawned(options)
  if (!started.ok) return neverStarted(`${command} cannot be started: ${started.error}`)
  const child = started.value
  const log = new LogLines(onLog, () => performance.now())
  child.stderr.on('data', (bytes: Buffer) => log.add(bytes))
  const stream = new ProcessStream(child, graceMs)
  child.once('error', (cause) => {
    // the system says of a missing folder that the program is missing
    const why = cwd === undefined || existsSync(cwd) ? cause.message : `its folder ${cwd} is gone`
    stream.ended(`${command} cannot be started: ${why}`)
  })
  // unless it is ending: how says more
  child.stdout.once('end', () =>
    unlessClosed(child, () => stream.ended('the driver has closed its standard output')),
  )
  const leave = (): void => killLater(child.pid, graceMs())
  process.once('exit', leave)
  child.once('exit', () => {
    process.removeListener('exit', leave)
    // what it started must not go on without it
    killGroup(child.pid)
    // and what it put into a session of its own must not keep this process alive
    unlessClosed(child, () => [child.stdin, child.stdout, child.stderr].forEach((pipe) => pipe.destroy()))
  })
  // after its last output
  child.once('close', (code, signal) => {
    const how = signal === null ? `ended with code ${code}` : `was killed by ${signal}`
    stream.ended(log.last === '' ? `the driver ${how}` : `the driver ${how}: ${log.last}`)
  })
  return stream
}

/** Acts when the last output has had its time, unless all of it has come by then. */
function unlessClosed(child: ChildProcessWithoutNullStreams, act: () => void): void {
  const late = setTimeout(act, LAST_OUTPUT_MS)
  child.once('close', () => clearTimeout(late))
}

/** Some failures are thrown, others come as an event later. */
function spawned({
  command,
  args,
  cwd,
  env,
}: DriverProcessOptions): Result<ChildProcessWithoutNullStreams, string> {
  try {
    return ok(
      spawn(command, args, {
        stdio: ['pipe', 'pipe', 'pipe'],
        detached: true,
        shell: false,
        ...(cwd !== undefined && { cwd }),
        ...(env !== undefined && { env }),
      }),
    )
  } catch (cause) {
    return err(cause instanceof Error ? cause.message : String(cause))
  }
}

const neverStarted = (closed: string): DriverStream => ({
  closed,
  write: () => false,
  read: () => new Uint8Array(),
  close: () => undefined,
})

class ProcessStream extends NodeStream {
  readonly pid?: number

  constructor(child: ChildProcessWithoutNullStreams, graceMs: () => number) {
    super(child.stdout, child.stdin, () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const late = setTimeout(() => killGroup(child.pid), graceMs())
      child.once('exit', () => clearTimeout(late))
    })
    if (child.pid !== undefined) this.pid = child.pid
  }
}

/** Leaves somebody behind who kills the group once it has had its time: this process ends now. */
function killLater(pid: number | undefined, graceMs: number): void {
  if (pid === undefined) return
  const command = `sleep ${graceMs / 1000}; kill -KILL -${pid}`
  spawn('/bin/sh', ['-c', command], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref()
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the whole group has ended already
  }
}
