import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { answerOf } from '#instructions/answer.js'
import type { Decision, Planned } from '#instructions/decide.js'
import { leftOpen, sayLeftOpen } from '#instructions/left-open.js'
import { sayLesson } from '#instructions/lessons/say-lesson.js'
import { sayReading, sayStep } from '#instructions/say.js'
import type { Reading } from '#instructions/understand.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'

/** What `graft do --plan --json` prints, beside the order and the world. */
export type PlanJson = { readonly exit: ExitCode } & (
  | {
      readonly kind: 'plan'
      readonly reading: ReadingJson
      readonly plan: StepsJson
      readonly follows: LessonsJson
    }
  | {
      readonly kind: 'holds'
      readonly reading: ReadingJson
      /** where it was a question */
      readonly answer?: readonly string[]
    }
  | { readonly kind: 'question'; readonly question: string; readonly choices: readonly ChoiceJson[] }
  | { readonly kind: 'refused'; readonly problems: readonly Diagnostic[] }
)

interface ReadingJson {
  /** as people are told */
  readonly text: string
  readonly goals: readonly FormulaJson[]
  readonly never: readonly FormulaJson[]
  /** of the goals, numbers from 0: the first of each pair comes before the second */
  readonly order: Reading['order']
  /** how likely it is, 0…1 */
  readonly fit: number
  /** words that it does not account for */
  readonly left: readonly string[]
}

type ChoiceJson = ReadingJson &
  ({ readonly holds: true } | { readonly holds: false; readonly plan: StepsJson })
type FormulaJson = { readonly text: string; readonly formula: string }
type LessonsJson = readonly { readonly id: string; readonly text: string }[]

interface StepsJson {
  readonly steps: readonly {
    readonly skill: string
    readonly args: Readonly<Record<string, string>>
    readonly text: string
  }[]
  /** facts that its last step makes known, and on which it depends what comes then */
  readonly waitsFor: readonly string[]
  /** what it opens, switches on or the like and leaves so, though nobody asked for that */
  readonly leaves: readonly {
    readonly text: string
    readonly formulas: readonly string[]
    readonly add: string
  }[]
}

/** What was decided about an order, for programs: the exit code is the one of the process. */
export function planJson(decision: Decision, world: DataDomain, state: Fluents): PlanJson {
  switch (decision.kind) {
    case 'plan': {
      const { reading, advice, domain } = decision.found
      const follows = (advice?.followed ?? []).map(({ lesson }) => ({
        id: lesson.id,
        text: sayLesson(lesson, domain),
      }))
      return {
        exit: EXIT.ok,
        kind: 'plan',
        reading: readingJson(reading, state),
        plan: stepsJson(decision.found),
        follows,
      }
    }
    case 'holds': {
      const answer = answerOf(decision.reading, world, state)
      const reading = readingJson(decision.reading, state)
      return { exit: EXIT.ok, kind: 'holds', reading, ...(answer !== undefined && { answer }) }
    }
    case 'ask':
      return {
        exit: EXIT.question,
        kind: 'question',
        question: decision.why,
        choices: decision.choices.map((choice): ChoiceJson => {
          const said = readingJson(choice.reading, state)
          return choice.plan === undefined
            ? { ...said, holds: true }
            : { ...said, holds: false, plan: stepsJson(choice) }
        }),
      }
    case 'refuse':
      return refusedJson([problemOf(decision)])
  }
}

export const refusedJson = (problems: readonly Diagnostic[]): PlanJson => ({
  exit: EXIT.usage,
  kind: 'refused',
  problems,
})

/** A refusal as people are told of it. */
export const problemOf = ({ code, why, hint }: Extract<Decision, { kind: 'refuse' }>): Diagnostic => ({
  code,
  severity: 'error',
  message: why,
  hint,
})

const readingJson = (reading: Reading, state: Fluents): ReadingJson => ({
  text: sayReading(reading, state),
  goals: reading.goals.map(formulaJson),
  never: reading.never.map(formulaJson),
  order: reading.order,
  fit: Math.round(1000 * reading.fit) / 1000,
  left: reading.left,
})

const formulaJson = ({ text, formula }: Reading['goals'][number]): FormulaJson => ({ text, formula })

const stepsJson = (planned: Planned): StepsJson => ({
  steps: planned.plan.steps.map((step) => ({ skill: step.skill, args: step.args, text: sayStep(step) })),
  waitsFor: planned.plan.waitsFor,
  leaves: leftOpen(planned).map((left) => ({
    text: sayLeftOpen(left),
    formulas: left.formulas,
    add: left.add,
  })),
})
