import type { PlannedStep } from '#twin/domain/domain.js'
import { formatValue, UNKNOWN, type Fluents } from '#worlds/value.js'
import type { Goal } from './read/meaning.js'
import { spoken } from './spoken-world.js'
import type { Reading } from './understand.js'

/**
 * What was understood, in words made from the formulas by rule: what a person agrees to is what is proved.
 * @param state what is believed now
 */
export function sayReading({ goals, never, order }: Reading, state: Fluents): string {
  const wanted = listed(goals.map((goal) => `${goal.text}${nowOf(goal, state)}`))
  const without =
    never.length === 0
      ? ''
      : `, and at no time ${listed(
          never.map(({ text }) => text),
          'nor',
        )}`
  const first = order.length === 0 ? '' : ', in this order'
  return `${wanted}${first}${without}`
}

/** `(now: fridge)`, where the goal is about one value of one thing, or about finding it out. */
function nowOf({ formula }: Goal, state: Fluents): string {
  const [, fact] = /^(\w+\(\w+\)|\w+) = \w+$/.exec(formula) ?? /^known\((\w+\(\w+\))\)$/.exec(formula) ?? []
  const value = fact === undefined ? undefined : state.get(fact)
  return value === undefined || value === UNKNOWN ? '' : ` (now: ${spoken(formatValue(value))})`
}

export const listed = (texts: readonly string[], and = 'and'): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${and} ${texts.at(-1) ?? ''}`

/** A step as people read it: `Place: milk, kitchen table`. */
export const sayStep = ({ skill, args }: PlannedStep): string =>
  [skill, Object.values(args).map(spoken).join(', ')].filter((part) => part !== '').join(': ')
