import type { News } from '../../../runtime/station/news.js'
import type { Snapshot } from '../../../runtime/station/snapshot.js'
import { EXIT, type ExitCode } from '../../exit-code.js'
import type { Client } from '../client.js'
import { exitOf, refusalText } from '../refusal.js'
import { jsonText } from '../text/disarm.js'
import { lookOf } from '../text/look.js'
import { newsLines } from '../show/news.js'
import { show } from '../show/show.js'
import type { Io } from '../../bt/output/io.js'

export interface PlainOptions {
  readonly json: boolean
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly io: Io
}

/** For pipes: where things stand, then one line for each thing that happens; with `json` every piece of news as it is. */
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
  // what has just been told is not told again
  let newest = (first.value as Partial<Snapshot> | null)?.seq ?? 0
  if (json) io.out.write(`${jsonText({ kind: 'snapshot', snapshot: first.value })}\n`)
  else io.out.write(text(show('status', first.value, look)))
  for await (const news of client.news({ signal })) {
    if (news.seq <= newest) continue
    newest = news.seq
    if (json) io.out.write(`${jsonText(news)}\n`)
    else io.out.write(text(linesOf(news)))
  }
  return EXIT.ok

  function linesOf(news: News): string[] {
    // conditions that are skipped again and again are noise in a log
    return news.kind === 'node' && news.event.to === 'SKIPPED' ? [] : newsLines(news, look)
  }
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
