/** A line, or that one was too long and has been skipped. */
export type Line = { readonly text: string } | { readonly tooLong: true }

/**
 * Splits a stream into lines at `\n`. A line of more than `most` bytes is skipped to its end, so that whoever sends
 * rubbish cannot fill the memory.
 */
export async function* linesOf(source: AsyncIterable<Buffer>, most: number): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let bytes = 0
  const take = (): Line => {
    const line = bytes > most ? { tooLong: true as const } : { text: Buffer.concat(parts).toString('utf8') }
    parts = []
    bytes = 0
    return line
  }
  const keep = (part: Buffer): void => {
    bytes += part.length
    if (bytes <= most) parts.push(part)
    else parts = []
  }
  for await (const chunk of source) {
    let rest = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      keep(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      yield take()
    }
    keep(rest)
  }
  if (bytes > 0) yield take()
}
