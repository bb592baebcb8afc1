import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPO, type Measurement } from './register.js'
import { wordsFor, type Results } from './results.js'

/**
 * Figures in a page stand in markers, which no reader of the rendered page sees:
 *
 *     <!-- claim stop-loaded -->27.4 ms at p99<!-- /claim -->
 */
const MARKER = /<!-- claim ([a-z0-9-]+) -->(.*?)<!-- \/claim -->/g

export interface Marker {
  readonly id: string
  readonly words: string
}

export const markersOf = (text: string): readonly Marker[] =>
  [...text.matchAll(MARKER)].map(([, id = '', words = '']) => ({ id, words }))

/** The page with the words of the last measurements; a marker of an unknown claim stays as it is. */
export const filled = (text: string, results: Results): string =>
  text.replaceAll(MARKER, (_all, id: string, words: string) => {
    return `<!-- claim ${id} -->${wordsFor(results, id) ?? words}<!-- /claim -->`
  })

export const withoutMarkers = (text: string): string => text.replaceAll(MARKER, '')

export const pagesOf = (register: readonly Measurement[]): readonly string[] => [
  ...new Set(register.flatMap(({ claims }) => claims.flatMap(({ pages }) => pages))),
]

/** Fills the figures in and says which pages have changed. */
export function writePages(register: readonly Measurement[], results: Results): readonly string[] {
  return pagesOf(register).filter((page) => {
    const path = join(REPO, page)
    const before = readFileSync(path, 'utf8')
    const after = filled(before, results)
    if (after !== before) writeFileSync(path, after)
    return after !== before
  })
}
