const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export interface Unescaped {
  readonly text: string
  /** offsets of `&` that begin no entity, kept as they are */
  readonly strays: readonly number[]
}

/** Replaces `&lt;`, `&#10;`, `&#x41;`. Other entities are not expanded: there is no document type to define them. */
export function unescapeXml(raw: string): Unescaped {
  if (!raw.includes('&')) return { text: raw, strays: [] }
  const strays: number[] = []
  const text = raw.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/g,
    (match, name, dec, hex, offset) => {
      if (typeof name === 'string') return NAMED[name] ?? match
      const code =
        typeof dec === 'string' ? Number(dec) : typeof hex === 'string' ? Number.parseInt(hex, 16) : -1
      if (isXmlChar(code)) return String.fromCodePoint(code)
      strays.push(offset as number)
      return match
    },
  )
  return { text, strays }
}

/** For attribute values in double quotes; line breaks and tabs as numbers, since XML readers turn them into blanks. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"\n\r\t]/g, (char) => ESCAPES[char] ?? `&#${char.charCodeAt(0)};`)

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const isXmlChar = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff)
