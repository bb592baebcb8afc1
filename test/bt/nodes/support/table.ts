import { describe, expect, it } from 'vitest'
import { outcome, type PlayOptions, type Steps } from './play.js'

/** One run of one tree: what it shows, the tree, the calls, and what each call has to give (`play`). */
export type Row = readonly [
  shows: string,
  body: string,
  steps: Steps,
  lines: readonly string[],
  more?: { readonly board?: Readonly<Record<string, string>>; readonly given?: PlayOptions },
]

/** A test for each row: every status change, tick result and halt in order, and the blackboard at the end. */
export function table(title: string, rows: readonly Row[]): void {
  describe(title, () => {
    const cases = rows.map(([shows, body, steps, lines, more]) => ({ shows, body, steps, lines, ...more }))
    it.each(cases)('$shows: $body', ({ body, steps, lines, board = {}, given = {} }) => {
      expect(outcome(body, steps, given)).toEqual({ lines, blackboard: board })
    })
  })
}
