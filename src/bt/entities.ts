const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export interface Unescaped {
  readonly text: string
  /** offset of the first `&` that does not start a known entity; such characters are kept as they are */
  readonly stray?: number
  /** offset of the first `&#…;` whose number is not a character */
  readonly noCharacter?: number
}

/**
 * Decodes entities such as `&lt;`, `&#10;` and `&#x41;`, and normalises line breaks to LF. Other entities are not
 * expanded, whatever a document type says. The number 0 ends the text, as in BehaviorTree.CPP.
 */
export function unescapeXml(raw: string): Unescaped {
  const lines = raw.includes('\r') ? raw.replace(LINE_BREAK, '\n') : raw
  if (!lines.includes('&')) return { text: lines }
  let text = ''
  const found: { stray?: number; noCharacter?: number } = {}
  let at = 0
  for (const piece of pieces(raw)) {
    if (piece.nul) return { text, noCharacter: found.noCharacter ?? at, ...found }
    if (piece.stray) {
      if (raw[at + 1] === '#') found.noCharacter ??= at
      else found.stray ??= at
    }
    text += piece.text
    at += piece.length
  }
  return { text, ...found }
}

/** Maps an offset in the unescaped text back to the raw text. */
export function rawOffset(raw: string, offset: number): number {
  let at = 0
  let rest = offset
  for (const piece of pieces(raw)) {
    if (rest < piece.text.length) return piece.length === piece.text.length ? at + rest : at
    rest -= piece.text.length
    at += piece.length
  }
  return at
}

/**
 * Escapes a value for an attribute in double quotes; line breaks and tabs become numeric entities, since XML readers
 * turn them into blanks.
 */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\n\r\t]/g, (char) => ESCAPES[char] ?? `&#${char.charCodeAt(0)};`)

interface Piece {
  readonly text: string
  /** length as written */
  readonly length: number
  readonly stray?: boolean
  readonly nul?: boolean
}

function* pieces(raw: string): Generator<Piece> {
  const pattern = /[^&\r\n]+|\r\n|\n\r|\r|\n|&(?:(lt|gt|amp|quot|apos)|#(\d{1,12})|#x([\da-fA-F]{1,12}));|&/g
  for (const [match, name, dec, hex] of raw.matchAll(pattern)) {
    const { length } = match
    if (match.startsWith('\r') || match.startsWith('\n')) yield { text: '\n', length }
    else if (!match.startsWith('&')) yield { text: match, length }
    else if (name !== undefined) yield { text: NAMED[name] ?? match, length }
    else {
      const code = dec !== undefined ? Number(dec) : hex !== undefined ? Number.parseInt(hex, 16) : -1
      if (code === 0) yield { text: '', length, nul: true }
      else if (isCharacter(code)) yield { text: String.fromCodePoint(code), length }
      else yield { text: match, length, stray: true }
    }
  }
}

const LINE_BREAK = /\r\n|\n\r|\r|\n/g

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const isCharacter = (code: number): boolean =>
  (code >= 1 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0x10ffff)
