import { plural } from '#app/command-line/words.js'
import { wrap } from '#terminal/fit.js'
import type { Look } from '../text/look.js'
import { isThing } from './anything.js'

/** What was made of an order: what was understood and the plan, or the choices, and how to go on. */
export function proposedOrder(shown: unknown, look: Look): string[] | undefined {
  if (!isThing(shown)) return undefined
  const { kind, id, changed, reading, answer, plan, question, choices } = shown
  const head = changed === true ? [look.paint.warn('something has changed since: this is the plan now')] : []
  const next =
    typeof id === 'string' ? [look.paint.dim(`do confirm ${id}${isQuestion(kind)} carries it out`)] : []
  const lines = ((): readonly string[] | undefined => {
    if (kind === 'plan') return [`understood: ${textOf(reading)}`, ...stepsOf(plan)]
    if (kind === 'holds')
      return Array.isArray(answer) ? answer.map(String) : [`this is so already: ${textOf(reading)}`]
    if (kind !== 'question' || typeof question !== 'string') return undefined
    return [question, ...(Array.isArray(choices) ? choices.flatMap(choiceLines) : [])]
  })()
  return lines && [...head, ...lines, ...next].flatMap((line) => wrap(line, look.columns, 4))
}

/** An order that has begun; or another plan, in its place. */
export function confirmedOrder(answer: unknown, look: Look): string[] | undefined {
  if (!isThing(answer) || answer['kind'] !== 'begun') return proposedOrder(answer, look)
  const { key, understood, steps } = answer
  return [`it begins: ${String(understood)} (${plural(Number(steps), 'step')}, run ${String(key)})`]
}

const isQuestion = (kind: unknown): string => (kind === 'question' ? ' and the number of a choice' : '')

const choiceLines = (choice: unknown, at: number): readonly string[] => [
  `  ${at + 1}. ${textOf(choice)}${isThing(choice) && choice['holds'] === true ? ' (so already)' : ''}`,
  ...(isThing(choice) ? stepsOf(choice['plan']).map((line) => `   ${line}`) : []),
]

function stepsOf(plan: unknown): readonly string[] {
  const steps: unknown = isThing(plan) ? plan['steps'] : undefined
  const leaves: unknown = isThing(plan) ? plan['leaves'] : undefined
  return [
    ...(Array.isArray(steps) ? steps.map((step, at) => `  ${at + 1}. ${textOf(step)}`) : []),
    ...(Array.isArray(leaves) ? leaves.map(textOf) : []),
  ]
}

const textOf = (one: unknown): string =>
  isThing(one) && typeof one['text'] === 'string' ? one['text'] : 'something that this console cannot show'
