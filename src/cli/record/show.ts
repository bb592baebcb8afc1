import { readFileSync } from 'node:fs'
import { readContents, type McapContents } from '#adapters/mcap/contents.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { visibleInLine } from '#base/visible.js'
import type { Io } from '#terminal/io.js'
import { projectFile } from '#documents/read-text-file.js'
import { printable } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import { layoutFor, type Layout } from './layout.js'

/** `graft record show` */
export async function show(path: string, json: boolean, io: Io): Promise<Result<void, Diagnostic>> {
  const read = await contentsOf(path)
  if (!read.ok) return read
  io.out.write(json ? `${asJson(path, read.value)}\n` : asText(path, read.value))
  return ok(undefined)
}

/** `graft record layout` */
export async function writeLayout(path: string, io: Io): Promise<Result<void, Diagnostic>> {
  const read = await contentsOf(path)
  if (!read.ok) return read
  const shipped = JSON.parse(readFileSync(projectFile('config/foxglove-layout.json'), 'utf8')) as Layout
  const topics = read.value.topics.map(({ topic }) => topic)
  io.out.write(`${JSON.stringify(layoutFor(shipped, topics), null, 2)}\n`)
  return ok(undefined)
}

async function contentsOf(path: string): Promise<Result<McapContents, Diagnostic>> {
  const read = await readContents(path)
  if (read.ok) return read
  return err({
    code: `record.${read.error.kind}`,
    severity: 'error',
    message: `${path} cannot be read as a recording`,
    expected: 'an .mcap file',
    got: read.error.text,
  })
}

const asJson = (path: string, contents: McapContents): string =>
  JSON.stringify({ path, ...contents }, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

function asText(path: string, contents: McapContents): string {
  const { bytes, chunks, messages, topics, from, until, gaps, metadata, attachments, library } = contents
  const lasts =
    from === undefined || until === undefined ? 'no messages' : `${seconds(until - from)} from ${date(from)}`
  const width = Math.max(0, ...topics.map(({ topic }) => topic.length))
  return [
    `${visibleInLine(path)}: ${stateOf(contents)}`,
    `  ${lasts}, ${plural(messages, 'message')} in ${plural(chunks, 'chunk')}, ` +
      `${plural(bytes, 'byte')}, by ${printable(library)}`,
    ...metadata.map(
      ({ name, values }) =>
        `  ${name}: ${printable(
          Object.entries(values)
            .map((pair) => pair.join(' '))
            .join(', '),
        )}`,
    ),
    ...attachments.map(
      ({ name, mediaType, bytes: size }) =>
        `  attached: ${printable(name)}, ${mediaType}, ${plural(size, 'byte')}`,
    ),
    ...topics.map(
      ({ topic, schema, messages: count }) =>
        `  ${String(count).padStart(7)}  ${topic.padEnd(width)}  ${schema}`,
    ),
    ...gaps
      .slice(0, MOST_GAPS)
      .map(
        (gap) => `  silent for ${seconds(gap.until - gap.from)} from ${seconds(gap.from - (from ?? 0n))} on`,
      ),
    '',
  ].join('\n')
}

function stateOf({ finished, damage, torn }: McapContents): string {
  if (damage !== undefined) return `damaged: ${damage}; what is counted here can still be read`
  return finished
    ? 'whole'
    : `unfinished, ${plural(torn, 'byte')} torn: graft record repair keeps what is counted here`
}

const MOST_GAPS = 5

const seconds = (ns: bigint): string => `${(Number(ns / 1_000_000n) / 1000).toFixed(3)} s`
const date = (ns: bigint): string => new Date(Number(ns / 1_000_000n)).toISOString()
