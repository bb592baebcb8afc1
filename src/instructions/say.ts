import type { PlannedStep } from '#twin/domain/domain.js'
import { formatValue, UNKNOWN, type Fluents } from '#worlds/value.js'
import { wholeOrder } from './meanings.js'
import type { Goal } from './read/meaning.js'
import { called } from './wording.js'
import type { Reading } from './understand.js'

/**
 * What was understood, in words made from the formulas by rule: what a person agrees to is what is proved.
 * @param state what is believed now
 */
export function sayReading({ goals, never, order }: Reading, state: Fluents): string {
  const sequence = inOrder(goals.length, order)
  const wanted = listed((sequence ?? [...goals.keys()]).flatMap((at) => sayGoal(goals[at], state)))
  const without =
    never.length === 0
      ? ''
      : `, and at no time ${listed(
          never.map(({ text }) => text),
          'nor',
        )}`
  const text = (at: number): string => goals[at]?.text ?? ''
  const pairs = order.map(([first, then]) => `${text(first)} before ${text(then)}`)
  const first = order.length === 0 ? '' : sequence === undefined ? `, ${listed(pairs)}` : ', in this order'
  return `${wanted}${first}${without}`
}

const sayGoal = (goal: Goal | undefined, state: Fluents): string[] =>
  goal === undefined ? [] : [`${goal.text}${nowOf(goal, state)}`]

/** The numbers of all goals one after the other; undefined where not every one is said to come before the next. */
function inOrder(count: number, order: Reading['order']): readonly number[] | undefined {
  const whole = wholeOrder(order)
  const earlier = (at: number): number => whole.filter(([, then]) => then === at).length
  const sorted = Array.from({ length: count }, (_, at) => at).sort((a, b) => earlier(a) - earlier(b))
  const isChain = sorted.every(
    (then, at) => at === 0 || whole.some((pair) => pair[0] === sorted[at - 1] && pair[1] === then),
  )
  // more pairs than that: some come before each other
  return isChain && whole.length === (count * (count - 1)) / 2 ? sorted : undefined
}

/** `(now: fridge)`, where the goal is about one value of one thing, or about finding it out. */
function nowOf({ formula }: Goal, state: Fluents): string {
  const [, fact] = /^(\w+\(\w+\)|\w+) = \w+$/.exec(formula) ?? /^known\((\w+\(\w+\))\)$/.exec(formula) ?? []
  const value = fact === undefined ? undefined : state.get(fact)
  return value === undefined || value === UNKNOWN ? '' : ` (now: ${called(formatValue(value))})`
}

export const listed = (texts: readonly string[], and = 'and'): string =>
  texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} ${and} ${texts.at(-1) ?? ''}`

/** A step as people read it: `Place: milk, kitchen table`. */
export const sayStep = ({ skill, args }: PlannedStep): string =>
  [skill, Object.values(args).map(called).join(', ')].filter((part) => part !== '').join(': ')
