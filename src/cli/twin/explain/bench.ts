import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { initialBelief } from '#twin/field/belief.js'
import type { DataDomain } from '#worlds/assemble.js'
import { formatValue } from '#worlds/value.js'
import type { Domain } from '#twin/domain/domain.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { RULES } from '#twin/field/judge.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { openWorld, worldOnly, type WorldOptions } from '../open-world.js'
import type { StepText } from './step-text.js'

/** One check of a command, passed or failed. */
export interface CheckExplained {
  readonly command: string
  readonly checkId: string
  readonly rule: string
  readonly holds: boolean
  /** beliefs about the things it reads */
  readonly believed: readonly string[]
  readonly advice?: string
}

/** The twin's verdict on a step; empty if nothing is left to do. */
type Explanation = Result<readonly CheckExplained[], string>

/** A world in which a step is explained after preceding steps. */
export interface Bench {
  readonly name: string
  explain(step: StepText, after: readonly StepText[]): Explanation
}

export interface Where extends WorldOptions {
  readonly domain?: string
  readonly field: string
}

/** Opens the world that the command line names. */
export async function openBench({ domain, field, ...options }: Where): Promise<Result<Bench, string>> {
  if (domain !== undefined) {
    const world = await openWorld(domain, options)
    return world.ok ? ok(dataBench(world.value)) : err(world.error.map(sayProblem).join('\n'))
  }
  const odd = worldOnly(options)
  if (odd !== undefined)
    return err(`${odd} is for worlds defined as data (--domain): for a field use --after`)
  const fields = await chooseFields({ field })
  if (!fields.ok) return err(fields.error.map(formatDiagnostic).join('\n'))
  const map = fields.value[0]?.map
  if (map === undefined) return err(`there is no field ${field}`)
  const world = fieldDomain(map)
  return ok(
    bench(world, initialBelief(map), (state, command) =>
      RULES[command.kind].checks.map((check) => {
        const holds = check.holds(state, command, map)
        return {
          checkId: check.id,
          rule: check.text,
          holds,
          believed: world.account?.(check.id, state, command).believed ?? [],
          ...(holds ? {} : { advice: check.explain(state, command, map) }),
        }
      }),
    ),
  )
}

const dataBench = (domain: DataDomain): Bench =>
  bench(domain, domain.initial, (state, command) =>
    domain.explain(state, command).map(({ checkId, text, holds, values, advice }) => ({
      checkId,
      rule: text,
      holds,
      believed: values.map(([fact, value]) => `${fact} is ${formatValue(value)}`),
      ...(advice === undefined ? {} : { advice }),
    })),
  )

/** A mistake of the command line itself has no place in a file. */
const sayProblem = (problem: Diagnostic): string =>
  problem.code === 'task.fact' ? problem.message : formatDiagnostic(problem)

type Checks<S, C> = (state: S, command: C) => readonly Omit<CheckExplained, 'command'>[]

/** Preceding steps succeed with their first outcome; then the commands of the step itself are explained in order. */
function bench<S, C>(domain: Domain<S, C>, start: S, checks: Checks<S, C>): Bench {
  const go = (step: StepText, state: S, tell: (state: S, command: C) => void): Result<S, string> => {
    const commands = domain.intend(step, state)
    if (!commands.ok) return err(commands.error.text)
    let now = state
    for (const command of commands.value) {
      tell(now, command)
      const decision = domain.judge(now, command)
      if (!decision.ok) return err(decision.error.text)
      now = decision.value.outcomes[0]
    }
    return ok(now)
  }
  return {
    name: domain.name,
    explain: (step, after) => {
      let state = start
      for (const before of after) {
        const next = go(before, state, () => undefined)
        if (!next.ok) return err(`--after ${before.skill}: ${next.error}`)
        state = next.value
      }
      const reported: CheckExplained[] = []
      const done = go(step, state, (now, command) => {
        reported.push(
          ...checks(now, command).map((check) => ({ command: domain.describeCommand(command), ...check })),
        )
      })
      return done.ok || reported.some(({ holds }) => !holds) ? ok(reported) : err(done.error)
    },
  }
}
