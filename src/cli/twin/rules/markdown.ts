import type { DomainRules, SkillRules } from '#twin/domain/rules.js'
import { describeMarks, sayOutcome } from './page.js'

/** A domain's rules as a section of `docs/twin/rules.md`. */
export const rulesMarkdown = ({
  name,
  text,
  skills,
  definitions = [],
  start = [],
  goal = [],
}: DomainRules): string =>
  [
    `## ${name}`,
    '',
    text,
    '',
    ...titled(
      'Definitions',
      definitions.map(({ name: head, holds }) => `${code(head)}: ${code(holds)}`),
    ),
    ...titled(
      'At the start',
      start.map(({ name: fact, values }) => `${code(fact)}: ${values.join(', ')}`),
    ),
    ...titled('Goal', goal.map(sayExpected)),
    ...skills.flatMap(skillSection),
  ].join('\n')

function skillSection(skill: SkillRules): string[] {
  const {
    name,
    text,
    askedBy,
    ports,
    done,
    checks,
    effect,
    outcomes,
    fails = [],
    observes = [],
    expected,
  } = skill
  const asked = askedBy === undefined ? '' : ` Asked for by ${askedBy.map(code).join(', ')}.`
  return [
    `### ${name}`,
    '',
    `${capital(text)}.${asked}`,
    '',
    ...bullets(
      ports.map(
        (port) => `port ${code(port.name)}: ${port.takes}${port.text === undefined ? '' : ` – ${port.text}`}`,
      ),
    ),
    ...(done === undefined ? [] : [`Nothing is left to do when ${code(done)}.`, '']),
    ...checkTable(checks),
    ...titled(
      'Effect',
      effect.map((line) => (askedBy === undefined ? code(line) : line)),
    ),
    ...outcomes.flatMap((outcome) => titled(capital(sayOutcome(outcome)), outcome.effect.map(code))),
    ...fails.flatMap((outcome) => titled(`Fails: ${sayOutcome(outcome)}`, outcome.effect.map(code))),
    ...titled('For whoever runs it', describeMarks(skill)),
    ...titled('Observed', observes.map(code)),
    ...titled('Expected', expected.map(sayExpected)),
  ]
}

function checkTable(checks: SkillRules['checks']): string[] {
  const formulas = checks.some(({ holds }) => holds !== undefined)
  return [
    formulas ? '| check | rule | formula |' : '| check | rule |',
    formulas ? '|---|---|---|' : '|---|---|',
    ...checks.map(({ id, text, holds }) =>
      holds === undefined
        ? `| ${code(id)} | ${text} |`
        : `| ${code(id)} | ${text} | ${code(holds.replaceAll('|', '\\|'))} |`,
    ),
    '',
  ]
}

const sayExpected = ({ text, holds }: SkillRules['expected'][number]): string =>
  text === undefined ? code(holds ?? '') : holds === undefined ? text : `${text}: ${code(holds)}`

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`${title}:`, '', ...bullets(lines)]

const bullets = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...lines.map((line) => `- ${line}`), '']

const code = (text: string): string => `\`${text}\``

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
