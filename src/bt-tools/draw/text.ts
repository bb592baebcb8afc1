/** About how wide a text is in a common sans-serif face, in pixels; on the safe side, since faces differ. */
export function textWidth(text: string, size: number, bold = false): number {
  let ems = 0
  for (const char of text) ems += emsOf(char)
  return ems * size * (bold ? 1.12 : 1)
}

/** At most `limit` characters, the last one an ellipsis if need be; line breaks and other controls as blanks. */
export function shortened(text: string, limit: number): string {
  const chars = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')]
  return chars.length <= limit ? chars.join('') : `${chars.slice(0, limit - 1).join('')}…`
}

function emsOf(char: string): number {
  if (/[ijl.,:;'|!()[\]{}tfr ]/.test(char)) return 0.4
  if (/[mwMW@%]/.test(char)) return 0.98
  if (/[A-Z_=<>+~→–…]/.test(char)) return 0.76
  return (char.codePointAt(0) ?? 0) > 0x2e7f ? 1.1 : 0.64
}
