import type { Reading } from './understand.js'

/** Whether two readings want the same, whatever words and names they use, and in whatever order they were written. */
export const isSameReading = (a: Reading, b: Reading): boolean => keyOf(a) === keyOf(b)

function keyOf({ goals, never, order }: Reading): string {
  const sorted = (all: readonly { readonly formula: string }[]): string[] =>
    [...new Set(all.map(({ formula }) => plain(formula)))].sort()
  const before = wholeOrder(order).map((pair) =>
    pair.map((at) => plain(goals[at]?.formula ?? '')).join(' < '),
  )
  return JSON.stringify([sorted(goals), sorted(never), [...new Set(before)].sort()])
}

/** With what follows: where one comes before a second and that before a third, it comes before the third. */
export function wholeOrder(order: Reading['order']): Reading['order'] {
  const following = order.flatMap(([first, then]) =>
    order.flatMap(([other, last]) => (other === then && last !== first ? [[first, last] as const] : [])),
  )
  const known = new Set(order.map(String))
  const more = following.filter((pair) => !known.has(String(pair)))
  return more.length === 0 ? order : wholeOrder([...order, more[0] ?? [0, 0]])
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
