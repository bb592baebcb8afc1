import type { DataDomain } from '../assemble.js'
import type { Problems, Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { Fluents } from '../value.js'
import { judgementOf, shortened, stepFrom } from './judgement.js'

/** Compares the judgements of steps in one state. */
export function compareSteps(
  steps: readonly Entry<Source>[],
  domain: DataDomain,
  state: Fluents,
  problems: Problems,
): void {
  for (const { key, value } of steps) {
    const step = stepFrom(key.text)
    if (step === undefined) {
      problems.error(key.spot, {
        code: 'expect.no-step',
        message: `${JSON.stringify(key.text)} is no step`,
        expected: 'a skill with its ports: Pick item="milk"',
        got: key.text,
      })
      continue
    }
    const text = shortened(judgementOf(domain, state, step).text)
    if (text === value.text) continue
    problems.error(value.spot, {
      code: 'expect.changed',
      message: `${key.text} in this state: ${text}`,
      expected: value.text,
      got: text,
      hint: 'if that is meant, graft world check --write',
    })
  }
}
