import { err, ok, type Result } from '#base/result.js'

/** A JSON object found in a model's reply, and the repairs needed to read it. */
export interface Loose {
  readonly value: unknown
  /** empty when the text was valid JSON as written */
  readonly repairs: readonly string[]
}

export type LooseError = { readonly kind: 'no-object' } | { readonly kind: 'not-json'; readonly text: string }

/**
 * Parses the first object of a reply. Repaired are a fence or prose around it, unquoted names, line breaks inside
 * strings, a comma before a bracket and missing closing brackets; each is listed in `repairs`. Anything else is
 * rejected: no value is ever guessed (LAGEA-01).
 */
export function readLooseJson(reply: string): Result<Loose, LooseError> {
  const start = reply.indexOf('{')
  if (start < 0) return err({ kind: 'no-object' })
  const { text, repairs } = repair(reply.slice(start))
  const around =
    reply.trim() !== text && reply.slice(0, start).trim() !== '' ? ['text before the object'] : []
  try {
    return ok({ value: JSON.parse(text) as unknown, repairs: [...around, ...repairs] })
  } catch {
    return err({ kind: 'not-json', text })
  }
}

function repair(source: string): { readonly text: string; readonly repairs: string[] } {
  const repairs = new Set<string>()
  const open: string[] = []
  let out = ''
  let i = 0
  while (i < source.length) {
    const char = source[i] as string
    if (char === '"') {
      const { text, next, closed, wrapped } = readString(source, i)
      if (wrapped) repairs.add('line break in a string')
      // completing a truncated string would be a guess: leave it broken, JSON.parse rejects it
      out += text
      if (!closed) return { text: out, repairs: [...repairs] }
      i = next
      continue
    }
    const name = /^[A-Za-z_]\w*(?=\s*:)/.exec(source.slice(i, i + 80))?.[0]
    if (name !== undefined) {
      repairs.add('name without quotes')
      out += `"${name}"`
      i += name.length
      continue
    }
    if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']')
    if (char === '}' || char === ']') {
      if (open.pop() !== char) return { text: out + char, repairs: [...repairs] }
      out = withoutComma(out, repairs)
    }
    out += char
    i++
    if (open.length === 0) {
      if (source.slice(i).trim() !== '') repairs.add('text after the object')
      return { text: out, repairs: [...repairs] }
    }
  }
  repairs.add('missing bracket at the end')
  return { text: withoutComma(out.trimEnd(), repairs) + open.reverse().join(''), repairs: [...repairs] }
}

function withoutComma(text: string, repairs: Set<string>): string {
  const trimmed = text.trimEnd()
  if (!trimmed.endsWith(',')) return text
  repairs.add('comma before a bracket')
  return trimmed.slice(0, -1)
}

function readString(source: string, start: number) {
  let text = '"'
  let wrapped = false
  for (let i = start + 1; i < source.length; i++) {
    const char = source[i] as string
    if (char === '\n' || char === '\r') {
      wrapped = true
      if (!text.endsWith(' ')) text += ' '
      continue
    }
    text += char
    if (char === '\\') text += source[++i] ?? ''
    else if (char === '"') return { text, next: i + 1, closed: true, wrapped }
  }
  return { text, next: source.length, closed: false, wrapped }
}
