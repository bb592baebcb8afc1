import type { PlannedStep } from '#twin/domain/domain.js'
import { sayJudgement } from '#worlds/run/judgement.js'
import { formatValue } from '#worlds/value.js'
import { sayStep } from '../say.js'
import type { Attempt, Step } from './attempt.js'
import type { Answer, Question } from './question.js'
import type { Repair } from './ranking.js'

/** What happens while a task is pursued, in order: for a terminal, a report, a memory. */
export type PursuitEvent =
  | { readonly kind: 'plan'; readonly steps: readonly PlannedStep[]; readonly why: PlanCause }
  /** the twin has refused a step: it has not been sent anywhere */
  | { readonly kind: 'refused'; readonly step: Step; readonly text: string }
  /** nothing was left to do for a step */
  | { readonly kind: 'skipped'; readonly step: Step }
  | { readonly kind: 'attempt'; readonly attempt: Attempt }
  /** what could be done about an attempt that failed, the best first: that is what will be done */
  | { readonly kind: 'repairs'; readonly attempt: Attempt; readonly repairs: readonly Repair[] }
  | { readonly kind: 'asked'; readonly question: Question; readonly answer: Answer }
  | { readonly kind: 'end'; readonly end: PursuitEnd }

/**
 * Why there is a new plan: it is the first, a look has shown something, the rest of the old one is not possible, a
 * person has helped, or nobody has seen what a step has done.
 */
export type PlanCause = 'begin' | 'seen' | 'changed' | 'answer' | 'unseen'

export interface PursuitEnd {
  /** `done`: all goals hold in what was seen; `stopped`: somebody said so; `stuck`: nothing is left to try */
  readonly kind: 'done' | 'stopped' | 'stuck' | 'out-of-steps' | 'out-of-repairs'
  /** the one question whose answer would help most; absent when all is done */
  readonly question?: Question
  readonly counts: PursuitCounts
}

interface PursuitCounts {
  /** steps that the executor was given */
  readonly executed: number
  /** steps that the twin refused: the executor never saw them */
  readonly refused: number
  readonly repairs: number
  readonly replans: number
  readonly questions: number
}

/** @param unseen what of it nobody has seen, in words */
export const sayDone = (unseen: readonly string[]): string =>
  unseen.length === 0
    ? 'It is done.'
    : `It is done, as far as I can tell: nobody has seen whether ${unseen.join(', or whether ')}.`

/** What happened, in one line for people; nothing for what they need not hear. */
export function sayEvent(event: PursuitEvent): string | undefined {
  switch (event.kind) {
    case 'plan':
      return event.why === 'begin' ? undefined : `${CAUSES[event.why]}: ${said(event.steps)}`
    case 'refused':
      return `I do not do this, ${say(event.step)}: ${event.text}`
    case 'skipped':
      return undefined
    case 'attempt':
      return sayAttempt(event.attempt)
    case 'repairs':
      return sayChoice(event.repairs[0])
    case 'asked':
      return `${event.question.text} ${sayAnswer(event.answer)}`
    case 'end':
      return sayEnd(event.end)
  }
}

const CAUSES: Record<PlanCause, string> = {
  begin: 'I begin',
  seen: 'Now that I have looked, I go on',
  changed: 'Things are not as I believed, so I do this instead',
  answer: 'With your help I go on',
  unseen: 'I look',
}

const WORDS: Record<Repair['kind'], string> = {
  again: 'I try it again',
  manner: 'I try it in another way',
  precondition: 'First I make it possible',
  clear: 'First I clear the way',
  look: 'First I look',
  argument: 'I take another one',
  skill: 'I do something else',
  tool: 'I use something for it',
  ask: 'I have to ask',
}

const say = (step: Step): string => sayStep({ ...step, path: '' })

const said = (steps: readonly Step[]): string =>
  steps.length === 0 ? 'nothing is left' : steps.map(say).join('; ')

const sayChoice = (repair: Repair | undefined): string | undefined =>
  repair === undefined
    ? undefined
    : repair.kind === 'ask'
      ? `${WORDS.ask}.`
      : `${WORDS[repair.kind]}: ${said(repair.steps)}`

const sayAttempt = (attempt: Attempt): string =>
  attempt.outcome === 'done'
    ? `done${judgedBy(attempt)}: ${say(attempt)}`
    : `${attempt.outcome}: ${say(attempt)}: ${attempt.reason}`

/** What sensors tell goes without saying. */
function judgedBy({ judged }: Attempt): string {
  const by = judged === undefined ? '' : sayJudgement(judged.after)
  return by === '' || by === 'sensors' ? '' : ` (${by})`
}

const sayAnswer = (answer: Answer): string =>
  answer.kind === 'fact'
    ? `${answer.fact} is ${formatValue(answer.value)}.`
    : answer.kind === 'done'
      ? 'Done.'
      : 'Stop.'

function sayEnd({ kind, question }: PursuitEnd): string {
  const asks = question === undefined ? '' : ` ${question.text}`
  switch (kind) {
    case 'done':
      return sayDone([])
    case 'stopped':
      return 'I have stopped.'
    case 'stuck':
      return `I do not get on by myself.${asks}`
    case 'out-of-steps':
      return `It takes more steps than I may take.${asks}`
    case 'out-of-repairs':
      return `It has failed too often.${asks}`
  }
}
