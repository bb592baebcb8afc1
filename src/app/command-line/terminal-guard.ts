import { visible } from '#base/visible.js'

/**
 * Guards standard output and standard error: everything printed passes through here. It may carry names and texts
 * from files, models, devices and robots; control characters in them are escaped, except for the few colours of
 * `paint.ts`, and those on a terminal only. JSON keeps its meaning. Binary chunks pass unchanged.
 */
export function guardOutputs(): void {
  for (const stream of [process.stdout, process.stderr]) guard(stream)
}

/**
 * The stream without its guard, for code that draws (redrawn lines, a prompt) and guards its own texts. A stream
 * that is not guarded, as in tests, is returned as it is.
 */
export function unguarded<T extends Writer>(stream: T): T {
  const raw = RAW.get(stream)
  if (raw === undefined) return stream
  const bare: unknown = Object.create(stream, { write: { value: raw.write } })
  return bare as T
}

/** Calls `hear` before anything guarded is printed on a terminal, until the returned function is called. */
export function onOtherOutput(hear: () => void): () => void {
  HEARERS.add(hear)
  return () => void HEARERS.delete(hear)
}

const HEARERS = new Set<() => void>()

/**
 * Where a document (a tree, a configuration) is written: byte for byte to a file or another program, guarded to a
 * terminal.
 */
export const forDocuments = <T extends Writer>(stream: T): T =>
  stream.isTTY === true ? stream : unguarded(stream)

/** Text in which a terminal obeys only our colours. */
export const withColours = (text: string): string =>
  text
    .split(OURS)
    .map((part, i) => (i % 2 === 1 ? part : visible(part)))
    .join('')

function guard(stream: NodeJS.WriteStream): void {
  const known = RAW.get(stream)
  if (known !== undefined && Reflect.get(stream, 'write') === known.guarded) return
  const before: unknown = Reflect.get(stream, 'write')
  const write: Write = (...args) => Reflect.apply(before as Write, stream, args)
  const safe = (text: string): string => (stream.isTTY ? withColours(text) : visible(text))
  const guarded: Write = (chunk, ...more) => {
    if (stream.isTTY) for (const hear of HEARERS) hear()
    return write(typeof chunk === 'string' ? safe(chunk) : chunk, ...more)
  }
  stream.write = guarded
  RAW.set(stream, { write, guarded })
}

type Write = (chunk: string | Uint8Array, ...more: never[]) => boolean

interface Writer {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** the unguarded writer of each guarded stream */
const RAW = new WeakMap<object, { readonly write: Write; readonly guarded: Write }>()

/** the codes of `COLOURS`, the one that ends them where a line is cut, and the line ends of other systems */
const OURS = /(\u001B\[(?:0|1|2|22|31|32|33|39)m|\r\n)/
