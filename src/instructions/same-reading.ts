import type { Reading } from './understand.js'

/** Whether two readings want the same, whatever words and names they use, and in whatever order they were written. */
export const isSameReading = (a: Reading, b: Reading): boolean => keyOf(a) === keyOf(b)

/** The same, whatever is to come first. */
export const wantsSame = (a: Reading, b: Reading): boolean =>
  keyOf({ ...a, order: [] }) === keyOf({ ...b, order: [] })

function keyOf({ goals, never, order }: Reading): string {
  const sorted = (all: readonly { readonly formula: string }[]): string[] =>
    [...new Set(all.map(({ formula }) => plain(formula)))].sort()
  const before = order.map(([first, then]) => [first, then].map((at) => plain(goals[at]?.formula ?? '')))
  return JSON.stringify([sorted(goals), sorted(never), before.map(String).sort()])
}

/** `exists ?i in {a, b} (f(?i) = c)` as the alternatives that it stands for, and blanks as one. */
function plain(formula: string): string {
  const [, port, members, body] = /^exists \?(\w+) in \{([^}]*)\} \((.*)\)$/.exec(formula.trim()) ?? []
  const options =
    port === undefined || members === undefined || body === undefined
      ? formula.split(/ or (?![^(]*\))/)
      : members.split(',').map((name) => body.replaceAll(new RegExp(`\\?${port}\\b`, 'g'), name.trim()))
  return options
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .sort()
    .join(' or ')
}
