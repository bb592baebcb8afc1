import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Diagnostic } from '#base/diagnostic.js'
import { parseFieldText } from '#config/field/field-file.js'

export const FIELD_IDS = ['F1', 'F2', 'F3', 'F4', 'F5'] as const

export const shippedPath = (id: string): string =>
  fileURLToPath(new URL(`../../config/fields/${id}.yaml`, import.meta.url))

export const shippedText = (id: string): string => readFileSync(shippedPath(id), 'utf8')

/** F1 with the first occurrence of each left side replaced by its right side; every left side must occur. */
export function f1With(...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`F1.yaml has no ${JSON.stringify(from)}`)
    return text.replace(from, () => to)
  }, shippedText('F1'))
}

export function problemsOf(text: string): readonly Diagnostic[] {
  const read = parseFieldText(text, 'field.yaml')
  return read.ok ? [] : read.error
}

/** Place of the nth occurrence of `word` in `text`, counted from 1 as in a diagnostic. */
export function placeOf(text: string, word: string, nth = 1): { line: number; column: number } {
  let offset = -1
  for (let i = 0; i < nth; i++) offset = text.indexOf(word, offset + 1)
  if (offset < 0) throw new Error(`no occurrence ${nth} of ${JSON.stringify(word)}`)
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}
