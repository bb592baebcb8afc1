import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Decision, Planned } from '#instructions/decide.js'
import { sayLesson } from '#instructions/lessons/say-lesson.js'
import { sayReading, sayStep } from '#instructions/say.js'
import type { Reading } from '#instructions/understand.js'
import type { Fluents } from '#worlds/value.js'

/** What `graft do --plan --json` prints, beside the order and the world. */
export type PlanJson = { readonly exit: ExitCode } & (
  | {
      readonly kind: 'plan'
      readonly reading: ReadingJson
      readonly plan: StepsJson
      readonly follows: LessonsJson
    }
  | { readonly kind: 'holds'; readonly reading: ReadingJson }
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
}

/** What was decided about an order, for programs: the exit code is the one of the process. */
export function planJson(decision: Decision, state: Fluents): PlanJson {
  switch (decision.kind) {
    case 'plan': {
      const { reading, plan, advice, domain } = decision.found
      const follows = (advice?.followed ?? []).map(({ lesson }) => ({
        id: lesson.id,
        text: sayLesson(lesson, domain),
      }))
      return {
        exit: EXIT.ok,
        kind: 'plan',
        reading: readingJson(reading, state),
        plan: stepsJson(plan),
        follows,
      }
    }
    case 'holds':
      return { exit: EXIT.ok, kind: 'holds', reading: readingJson(decision.reading, state) }
    case 'ask':
      return {
        exit: EXIT.usage,
        kind: 'question',
        question: decision.why,
        choices: decision.choices.map(({ reading, plan }): ChoiceJson => {
          const said = readingJson(reading, state)
          return plan === undefined
            ? { ...said, holds: true }
            : { ...said, holds: false, plan: stepsJson(plan) }
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

const stepsJson = ({ steps, waitsFor }: Planned['plan']): StepsJson => ({
  steps: steps.map((step) => ({ skill: step.skill, args: step.args, text: sayStep(step) })),
  waitsFor,
})
