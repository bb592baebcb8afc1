import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { prompt } from '#app/connections/operator.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { answerOf } from '#instructions/answer.js'
import type { Decision, Planned } from '#instructions/decide.js'
import { listed, sayReading } from '#instructions/say.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import { refuse } from '../run/watch-run.js'

/** The world, and what is believed of it. */
interface Where {
  readonly domain: DataDomain
  readonly state: Fluents
}

type Question = Extract<Decision, { kind: 'ask' }>

/** Asks which of several readings is meant, or whether the only one is. @returns the choice, or how it ends without */
export async function askWhich(
  { why, choices }: Question,
  where: Where,
  { isAsked, signal }: { readonly isAsked: boolean; readonly signal: AbortSignal },
): Promise<Planned | ExitCode> {
  say(choices.length === 0 ? why : `${why}:`)
  choices.forEach((choice, at) => say(`  ${at + 1}. ${sayChoice(choice, where)}`))
  const [only, another] = choices
  // nothing moves: the plan of the only reading can be shown all the same
  if (!isAsked && only?.plan !== undefined && another === undefined) {
    say('Before anything moves I would ask whether that is right.')
    return only
  }
  if (!isAsked || !process.stdin.isTTY) return refuse([unsure(why, choices.length)], EXIT.question)
  if (choices.length === 0) return nothingMoved(signal)
  const choice =
    another === undefined ? ((await agrees(signal)) ? only : undefined) : await chosen(choices, signal)
  if (choice === undefined) return nothingMoved(signal)
  if (choice.plan !== undefined) return choice
  say('This is so already.')
  return EXIT.ok
}

async function chosen(
  choices: Question['choices'],
  signal: AbortSignal,
): Promise<Question['choices'][number] | undefined> {
  return choices[Number(await prompt(`Which one? (1 to ${choices.length}, or no) `, signal)) - 1]
}

/** A reading that is offered; what is true anyhow is seldom what is meant, so that is said. */
function sayChoice({ reading, plan }: Question['choices'][number], { domain, state }: Where): string {
  if (plan !== undefined) return sayReading(reading, state)
  const answers = answerOf(reading, domain, state)
  return answers === undefined ? `${sayReading(reading, state)} (so already)` : listed(answers)
}

const unsure = (why: string, choices: number): Diagnostic => ({
  code: 'do.unsure',
  severity: 'error',
  message: why,
  expected: choices === 1 ? 'an order that means this' : 'an order that means one thing',
  hint: 'say it in other words, or at a terminal, where it can be asked',
})

/** @param signal whoever was interrupted has not said no */
export const nothingMoved = ({ aborted }: AbortSignal): ExitCode => {
  say('Nothing has moved.')
  if (!aborted && !process.stdin.isTTY) say('Where nobody can be asked, --yes agrees beforehand.')
  return aborted ? EXIT.interrupted : EXIT.question
}

export const agrees = async (signal: AbortSignal): Promise<boolean> => (await agreement(signal)) === true

/** As `agrees`; undefined where nobody has answered: Ctrl-C, or a terminal that is gone, is no "no". */
export async function agreement(signal: AbortSignal): Promise<boolean | undefined> {
  const answer = await prompt('Right? (yes or no) ', signal)
  return answer === null ? undefined : /^(y|yes|ok|right|1)$/i.test(answer)
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
