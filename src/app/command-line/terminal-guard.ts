import { visible } from '#base/visible.js'

/**
 * Stands at the edge of the command line: what is printed, and whoever wrote it, passes here. Names and texts of files,
 * models, devices and robots come along in it; what a terminal would obey of them is written out, but the
 * few colours of `paint.ts`, on a terminal only. JSON means the same as before. What is no text passes as it
 * is.
 */
export function guardOutputs(): void {
  for (const stream of [process.stdout, process.stderr]) guard(stream)
}

/**
 * The stream without its guard, for what draws (lines that are drawn again, a prompt) and sees to its texts
 * itself. A stream that is not guarded, as in tests, is itself.
 */
export function unguarded<T extends Writer>(stream: T): T {
  const raw = RAW.get(stream)
  if (raw === undefined) return stream
  const bare: unknown = Object.create(stream, { write: { value: raw.write } })
  return bare as T
}

/**
 * Where a document goes (a tree, a configuration): into a file or to another program byte for byte, to a
 * terminal guarded.
 */
export const forDocuments = <T extends Writer>(stream: T): T =>
  stream.isTTY === true ? stream : unguarded(stream)

/** Text that a terminal obeys nowhere but in our colours. */
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
  const guarded: Write = (chunk, ...more) => write(typeof chunk === 'string' ? safe(chunk) : chunk, ...more)
  stream.write = guarded
  RAW.set(stream, { write, guarded })
}

type Write = (chunk: string | Uint8Array, ...more: never[]) => boolean

interface Writer {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** what stands behind the guard of a stream */
const RAW = new WeakMap<object, { readonly write: Write; readonly guarded: Write }>()

/** of `COLOURS`, and the line ends of other systems */
const OURS = /(\u001B\[(?:1|2|22|31|32|33|39)m|\r\n)/
