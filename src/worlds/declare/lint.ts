import type { Problems, Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { SkillShape } from '../shape/domain-shape.js'
import type { Skill } from '../run/skill.js'

/**
 * Warns about declarations that are valid but almost certainly unintended (MOD-10: at least two checks per
 * skill, each of which can fail).
 */
export function lintSkill(
  { key, value }: Entry<SkillShape>,
  skill: Skill | undefined,
  problems: Problems,
): void {
  checkIds(value, problems)
  // a person watches a step of theirs
  if (value.checks.length < 2 && value.manual !== true) {
    problems.warn(key.spot, {
      code: 'domain.few-checks',
      message: `${key.text} has ${value.checks.length === 0 ? 'no check' : 'one check'}`,
      expected: 'two or three simple checks a skill',
      hint: 'what would a person look at before doing it? where the robot is, what it holds, what is in the way',
    })
  }
  skill?.checks.forEach(({ holds, id }, index) => {
    const at = value.checks[index]
    if (at === undefined || holds.term.varies) return
    problems.warn(at.holds.spot, {
      code: 'domain.constant-check',
      message: `the check ${id} looks at nothing that can change`,
      expected: 'a state variable or a ?port in it',
      got: holds.source,
    })
  })
  const changes = [...(value.effect ?? []), ...(value.outcomes ?? []).flatMap(({ effect }) => effect)]
  if (changes.length > 0 && (value.expected ?? []).length === 0) {
    problems.warn(key.spot, {
      code: 'domain.no-expectation',
      message: `${key.text} changes the world and expects nothing`,
      expected: 'expected: with at least one formula, so that sensors can tell whether the step is done',
    })
  }
  for (const {
    key: port,
    value: { default: manner },
  } of value.ports ?? []) {
    // it says how, which changes nothing in the world
    if (manner !== undefined) continue
    if (textsOf(value).some(({ text }) => new RegExp(`\\?${port.text}(?!\\w)`).test(text))) continue
    problems.warn(port.spot, {
      code: 'domain.unused-port',
      message: `nothing in ${key.text} uses the port ${port.text}`,
      expected: `?${port.text} in a check, an effect or an expectation`,
    })
  }
}

/**
 * A refusal names the id of the first check that fails, so a duplicated id or formula would hide the second
 * check.
 */
function checkIds({ checks }: SkillShape, problems: Problems): void {
  const ids = new Map<string, number>()
  const formulas = new Map<string, string>()
  for (const [index, { id, holds }] of checks.entries()) {
    const own = BUILT_IN.get(id.text)
    if (own !== undefined || ids.has(id.text)) {
      problems.error(id.spot, {
        code: 'domain.check-twice',
        message: own ?? `check ${(ids.get(id.text) ?? 0) + 1} of this skill already has the id ${id.text}`,
        expected: 'an id of its own',
        got: id.text,
      })
    }
    const formula = holds.text.replace(/\s+/g, ' ').trim()
    const earlier = formulas.get(formula)
    if (earlier !== undefined) {
      problems.error(holds.spot, {
        code: 'domain.unreachable-check',
        message: `the check ${id.text} can never be the first to fail: ${earlier} asks the same`,
        expected: 'a formula of its own',
        got: formula,
      })
    }
    ids.set(id.text, index)
    formulas.set(formula, id.text)
  }
}

/** Check ids built into the language. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['in-range', 'in-range is the check that no effect leaves a range, which every skill has'],
  ['has-outcome', 'has-outcome is the check that some outcome is possible, which every skill has'],
])

const textsOf = ({
  done,
  checks,
  effect,
  outcomes,
  observes,
  expected,
  fails,
  duration,
  ask,
}: SkillShape): readonly Source[] =>
  [
    done,
    ...checks.flatMap(({ holds, say }) => [holds, say]),
    ...(effect ?? []),
    ...(observes ?? []),
    duration,
    ask,
    ...[...(outcomes ?? []), ...(fails ?? [])].flatMap((outcome) => [outcome.when, ...outcome.effect]),
    ...(expected ?? []).map(({ holds }) => holds),
  ].filter((source) => source !== undefined)
