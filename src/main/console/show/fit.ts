/** Letters of a line that one sees, without the colours that `Paint` gave it. */
export const width = (line: string): number => [...line.replace(COLOUR, '')].length

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
    for (const letter of part) {
      if (++seen > most) return coloured ? `${text}\u001B[0m` : text
      text += letter
    }
  }
  return text
}

export const pad = (line: string, to: number): string => line + ' '.repeat(Math.max(0, to - width(line)))

/** A sentence in lines of at most so many letters. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > most) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

const COLOUR = /\u001B\[[0-9;]*m/g
const PARTS = /(\u001B\[[0-9;]*m)/
