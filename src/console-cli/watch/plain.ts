import type { StatusEvent } from '#runtime/status/status-event.js'
import type { ServiceStatus } from '#runtime/status/service-status.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Client } from '../client.js'
import { exitOf, refusalText, lookOf } from '../text/look.js'
import { jsonText } from '../text/sanitize-for-terminal.js'
import { eventLines } from '../show/events.js'
import { show } from '../show/show.js'
import type { Io } from '#terminal/io.js'

export interface PlainOptions {
  readonly json: boolean
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly io: Io
}

/** For pipes: the current state, then one line per event; with `json`, every event unchanged. */
export async function watchPlain(
  client: Client,
  { json, signal, timeoutMs, io }: PlainOptions,
): Promise<ExitCode> {
  const look = lookOf(io.out, io.env)
  const first = await client.request('status', {}, { timeoutMs })
  if (!first.ok) {
    io.err.write(`${refusalText(first.error)}\n`)
    return exitOf(first.error)
  }
  // do not repeat events that the snapshot already includes
  let newest = (first.value as Partial<ServiceStatus> | null)?.seq ?? 0
  if (json) io.out.write(`${jsonText({ kind: 'snapshot', snapshot: first.value })}\n`)
  else io.out.write(text(show('status', first.value, look)))
  for await (const statusEvent of client.events({ signal })) {
    if (statusEvent.seq <= newest) continue
    newest = statusEvent.seq
    if (json) io.out.write(`${jsonText(statusEvent)}\n`)
    else io.out.write(text(linesOf(statusEvent)))
  }
  return EXIT.ok

  function linesOf(statusEvent: StatusEvent): string[] {
    // conditions that are skipped repeatedly are noise in a log
    return statusEvent.kind === 'node' && statusEvent.event.to === 'SKIPPED'
      ? []
      : eventLines(statusEvent, look)
  }
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
