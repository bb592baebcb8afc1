import type { Contact } from '../shell/prompt.js'
import { withRawKeys, Screen } from '#terminal/screen.js'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Output } from '#app/view.js'
import type { Client } from '../client.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { lookOf } from '../text/look.js'
import { pulse } from '../shell/pulse.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { Cameraman } from './cameraman.js'
import { heard, looked, pressed, START } from './model.js'
import { page } from './page.js'
import { watchPlain } from './plain.js'

export interface WatchOptions {
  readonly json: boolean
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly io: Io
  /** the keyboard, if interactive */
  readonly input?: NodeJS.ReadStream
}

/** `watch`: a full screen for a person, lines for a pipe, NDJSON for a program; until `q` or the signal. */
export async function runWatch(client: Client, options: WatchOptions): Promise<ExitCode> {
  const { io, json, input } = options
  const moves = io.out.isTTY === true && io.env['TERM'] !== 'dumb' && input?.isTTY === true
  if (json || !moves || input === undefined) return watchPlain(client, options)
  return (await watchFull(client, { ...options, input })) ? EXIT.interrupted : EXIT.ok
}

/** @returns whether Ctrl-C has ended it: in raw mode that is a key like any other */
async function watchFull(
  client: Client,
  options: WatchOptions & { readonly input: NodeJS.ReadStream },
): Promise<boolean> {
  const { io, timeoutMs, input } = options
  const quit = new AbortController()
  const signal = AbortSignal.any([options.signal, quit.signal])
  const screen = new Screen(io.out)
  const cameraman = new Cameraman(client, () => lookOf(io.out, io.env))
  let watched = START
  let fresh = true
  const onKey = (key: string): void => {
    if (ENDS.has(key)) return quit.abort(key)
    if (key === 'p') cameraman.toggle()
    watched = pressed(watched, key)
    fresh = true
  }
  const onSize = (): void => screen.forget()
  process.on('SIGWINCH', onSize)
  const changed = ({ status: serviceStatus, silentMs }: Contact): void => {
    watched = looked(watched, serviceStatus, silentMs)
    fresh = true
  }
  const onEvent = (event: StatusEvent): void => {
    watched = heard(watched, event)
    cameraman.heard(event)
    fresh = true
  }
  const everyMs = 1000
  const pulsed = { everyMs, timeoutMs: Math.min(timeoutMs, 2 * everyMs), now: () => performance.now() }
  const tasks = [pulse({ client, ...pulsed, changed, signal }), hear(client, signal, onEvent)]
  try {
    await withRawKeys(input, onKey, async () => {
      while (!signal.aborted) {
        if (fresh) {
          fresh = false
          const look = lookOf(io.out, io.env)
          screen.draw(page({ ...watched, picture: cameraman.picture }, look, rowsOf(io.out)))
        }
        await sleep(FRAME_MS, undefined, { signal }).catch(() => undefined)
      }
    })
  } finally {
    quit.abort()
    process.off('SIGWINCH', onSize)
    screen.close()
    await Promise.all(tasks)
  }
  return quit.signal.reason === CTRL_C
}

const CTRL_C = '\u0003'
const ENDS: ReadonlySet<string> = new Set(['q', CTRL_C, '\u001B'])

async function hear(
  client: Client,
  signal: AbortSignal,
  each: (statusEvent: StatusEvent) => void,
): Promise<void> {
  while (!signal.aborted) {
    for await (const statusEvent of client.events({ signal }))
      each(sanitizeForTerminal(statusEvent) as StatusEvent)
    await sleep(1000, undefined, { signal }).catch(() => undefined)
  }
}

const rowsOf = (out: Output & { readonly rows?: number }): number => out.rows ?? 24

/** fast enough for the eye */
const FRAME_MS = 100
