/**
 * The text with the lines that begin with `from` beginning with `to`. Line breaks within values, CDATA and
 * instructions mean something and are left alone.
 */
export function reindent(text: string, from: string, to: string): string {
  if (from === to) return text
  const shift = (part: string): string =>
    part.replace(/(\r?\n)([ \t]+|(?=[^\s]))/g, (line, end: string, blanks: string) =>
      blanks.startsWith(from) ? end + to + blanks.slice(from.length) : line,
    )
  return text.replace(PIECE, (piece) => {
    if (piece.startsWith('<![') || piece.startsWith('<?')) return piece
    if (!piece.startsWith('<') || piece.startsWith('<!--')) return shift(piece)
    return piece.replace(/"[^"]*"|'[^']*'|[^"']+/g, (part) => (/^["']/.test(part) ? part : shift(part)))
  })
}

const PIECE = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^>"'])*>|[^<]+/g
