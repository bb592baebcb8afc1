import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { PROTOCOL } from '#link/messages.gen.js'
import {
  readWireHeader,
  WIRE_HEADER_BYTES,
  WireFileReader,
  type WireEntry,
  type WireFileError,
} from '#app/run-folder/wire-file.js'
import type { WireDirection } from '#link/wire-observer.js'
import type { WireOutput } from './view.js'
import { WireAnalyzer } from '#link/analysis/wire-analyzer.js'

/** Plays a recorded wire into a view. @returns the analyzer, or why the file is not a wire */
export async function playWireFile(
  name: string,
  portions: AsyncIterable<Uint8Array>,
  view: WireOutput,
): Promise<Result<WireAnalyzer, Diagnostic>> {
  const analyzer = new WireAnalyzer()
  const reader = new WireFileReader()
  let head: Uint8Array | undefined = new Uint8Array(0)
  let closed = false
  const play = (entries: readonly WireEntry[]): void => {
    for (const entry of entries) closed = playEntry(entry, analyzer, view) || closed
  }
  for await (const portion of portions) {
    let rest: Uint8Array = portion
    if (head !== undefined) {
      head = Buffer.concat([head, portion])
      if (head.length < WIRE_HEADER_BYTES) continue
      const clock = readWireHeader(head)
      if (typeof clock === 'object') return err(notAWire(name, clock))
      view.start({ name, clock })
      rest = head.subarray(WIRE_HEADER_BYTES)
      head = undefined
    }
    play(reader.feed(rest))
    if (closed) break
  }
  if (head !== undefined) return err(notAWire(name, { kind: 'short', bytes: head.length }))
  play(reader.end())
  if (!closed) view.note({ kind: 'open' })
  view.end(analyzer.summary)
  return ok(analyzer)
}

/** Plays the bytes of one direction, as captured by a logic analyser or `socat -x -r`, which have no timestamps. */
export async function playRaw(
  name: string,
  direction: WireDirection,
  portions: AsyncIterable<Uint8Array>,
  view: WireOutput,
): Promise<WireAnalyzer> {
  const analyzer = new WireAnalyzer()
  view.start({ name, clock: 'none' })
  for await (const portion of portions)
    for (const event of analyzer.hear(direction, portion, undefined)) view.event(event)
  view.end(analyzer.summary)
  return analyzer
}

/** @returns true for the end marker */
function playEntry(entry: WireEntry, analyzer: WireAnalyzer, view: WireOutput): boolean {
  switch (entry.kind) {
    case 'bytes':
      for (const event of analyzer.hear(entry.direction, entry.bytes, entry.at)) view.event(event)
      return false
    case 'damaged':
      view.note({ kind: 'fileDamaged', offset: entry.offset, bytes: entry.bytes })
      return false
    case 'torn':
      view.note({ kind: 'torn', offset: entry.offset, bytes: entry.bytes })
      return false
    case 'mark':
      if (entry.mark.kind === 'lost') view.note({ kind: 'lost', at: entry.at, bytes: entry.mark.bytes })
      if (entry.mark.kind === 'full') view.note({ kind: 'full', at: entry.at })
      return entry.mark.kind !== 'lost'
  }
}

function notAWire(name: string, why: WireFileError): Diagnostic {
  const head = { severity: 'error', message: `${name} cannot be read as a recorded wire` } as const
  const expected = 'a file that graft run --wire has written: it begins with "graftwir"'
  const hex = (value: number): string => value.toString(16).padStart(8, '0')
  switch (why.kind) {
    case 'short':
      return {
        ...head,
        code: 'wire.short',
        expected,
        got: `${why.bytes} bytes`,
        hint: 'the recorder may not have started: wait for it with --follow',
      }
    case 'noWire':
      return {
        ...head,
        code: 'wire.not-a-wire',
        expected,
        got: 'a different header',
        hint: 'raw bytes of one direction are read with --raw toFirmware or --raw toHost',
      }
    case 'version':
      return {
        ...head,
        code: 'wire.version',
        expected: 'format 1',
        got: `format ${why.got}`,
        hint: 'read it with the graft that wrote it',
      }
    case 'schema':
      return {
        ...head,
        code: 'wire.schema',
        expected: `the protocol of this graft, schema ${hex(PROTOCOL.schemaHash)}`,
        got: `schema ${hex(why.got)}`,
        hint: 'read it with the graft that wrote it: other fields would be read as these',
      }
  }
}
