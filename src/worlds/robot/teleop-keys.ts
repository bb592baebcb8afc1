import { optional, mapOf, object, type Entry } from '../shape/composites.js'
import { sentence } from '../shape/scalars.js'
import type { Shape } from '../shape/shape.js'
import type { DataDomain } from '../assemble.js'
import { hint, quote, type Problems, type Source } from '../problems.js'

/** Driving by hand, as a robot file declares it. */
export const teleopShape = object(
  {
    keys: optional(
      mapOf(
        sentence('A step with its parameters: Jog forward=20.'),
        'One key of the keyboard each: the step that graft console teleop asks for when it is pressed.',
        { max: 64 },
      ),
    ),
  },
  'How a person drives the robot by hand.',
)

type TeleopShape = typeof teleopShape extends Shape<infer T> ? T : never

/** A step as a person types it. */
export interface TypedStep {
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
}

/** Reads `Jog forward=20 up=-5`; undefined when it does not look like that. */
export function readTypedStep(text: string): TypedStep | undefined {
  const [skill = '', ...words] = text.trim().split(/\s+/)
  const pairs = words.map((word) => /^([A-Za-z_][A-Za-z0-9_]*)=(.+)$/.exec(word))
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(skill) || pairs.includes(null)) return undefined
  return { skill, args: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])) }
}

/** The keys as the file has them, each with its step; what is wrong is reported at its line and column. */
export function checkKeys(
  shape: TeleopShape | undefined,
  domain: DataDomain,
  problems: Problems,
): ReadonlyMap<string, string> {
  for (const { key, value } of shape?.keys ?? []) {
    checkKey(key, problems)
    checkStep(value, domain, problems)
  }
  return new Map((shape?.keys ?? []).map(({ key, value }: Entry<Source>) => [key.text, value.text]))
}

/** What the terminal keeps for itself: x ends, the space bar stops, : and / begin a line. */
const TAKEN = 'x:/ '

function checkKey({ text, spot }: Source, problems: Problems): void {
  const isOne = /^[!-~]$/.test(text)
  if (isOne && !TAKEN.includes(text)) return
  problems.error(spot, {
    code: 'robot.teleop-key',
    message: isOne ? `the key ${quote(text)} has a meaning already` : `${quote(text)} is not one key`,
    expected: 'one letter, digit or sign, except x : /',
    got: quote(text),
  })
}

function checkStep({ text, spot }: Source, domain: DataDomain, problems: Problems): void {
  const step = readTypedStep(text)
  const judged = step && domain.intend(step, domain.initial)
  if (judged?.ok === true) return
  problems.error(spot, {
    code: 'robot.teleop-step',
    message: judged?.ok === false ? judged.error.text : `${quote(text)} is not a step`,
    expected: 'a skill of the world and its parameters: Jog forward=20',
    got: quote(text),
    ...hint(
      step === undefined ? 'write a word for the skill, then name=value for each parameter' : undefined,
    ),
  })
}
