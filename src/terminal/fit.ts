import stringWidth from 'string-width'

/** Columns of a line on a terminal: colours and combining marks take none, wide letters two. */
export const width = (line: string): number => stringWidth(line)

/** Cuts a line to a width; its colours end where it ends. */
export function cut(line: string, most: number): string {
  if (width(line) <= most) return line
  let seen = 0
  let text = ''
  let coloured = false
  for (const part of line.split(PARTS)) {
    if (part.startsWith('\u001B')) {
      text += part
      coloured = true
      continue
    }
    for (const { segment } of LETTERS.segment(part)) {
      seen += width(segment)
      if (seen > most) return coloured ? `${text}\u001B[0m` : text
      text += segment
    }
  }
  return text
}

export const pad = (line: string, to: number): string => line + ' '.repeat(Math.max(0, to - width(line)))

/** Wraps a line; continuation lines are indented. Leading blanks are kept. */
export function wrap(line: string, most: number, indent = 2): string[] {
  if (width(line) <= most) return [line]
  const lines: string[] = []
  let now = /^ */.exec(line)?.[0] ?? ''
  let bare = true
  for (const word of line.trimStart().split(' ')) {
    if (!bare && width(now) + 1 + width(word) > most) {
      lines.push(now)
      now = ' '.repeat(Math.min(indent, most >> 1))
      bare = true
    }
    now += bare ? word : ` ${word}`
    bare = false
  }
  return [...lines, now]
}

/** what a reader sees as one letter, however many code points it has */
const LETTERS = new Intl.Segmenter()
const PARTS = /(\u001B\[[0-9;]*m)/
