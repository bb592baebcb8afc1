import { ownGoal, type Constraint, type WorldWritten, type Written } from './written.js'

/** A place in a world's files that holds a formula, and can be given another one. */
export interface FormulaPlace {
  readonly where: string
  readonly get: () => string
  readonly set: (formula: string) => void
}

const inMap = (where: string, map: Record<string, string>, key: string): FormulaPlace => ({
  where: `${where}.${key}`,
  get: () => map[key] ?? '',
  set: (formula) => (map[key] = formula),
})

const inList = (where: string, list: string[], index: number): FormulaPlace => ({
  where: `${where}[${index}]`,
  get: () => list[index] ?? '',
  set: (formula) => (list[index] = formula),
})

const inSaid = (where: string, list: Constraint[], index: number): FormulaPlace => ({
  where: `${where}[${index}]`,
  get: () => holdsOf(list[index] ?? ''),
  set: (formula) => {
    const old = list[index]
    list[index] = typeof old === 'object' ? { ...old, holds: formula } : formula
  },
})

export const holdsOf = (said: Constraint): string => (typeof said === 'object' ? said.holds : String(said))

/** A place of which only formulas are changed. */
const inField = <T extends object>(where: string, holder: T, field: keyof T & string): FormulaPlace => ({
  where: `${where}.${field}`,
  get: () => String(holder[field]),
  set: (formula) => Object.assign(holder, { [field]: formula }),
})

const saidIn = (where: string, list: Constraint[] = []): readonly FormulaPlace[] =>
  list.map((_, index) => inSaid(where, list, index))

/** The formulas by which commands are judged: of checks, `done:`, `when:` and definitions. */
export function conditionsIn({ skills, definitions = {} }: WorldWritten): readonly FormulaPlace[] {
  return [
    ...Object.keys(definitions).map((name) => inMap('definitions', definitions, name)),
    ...Object.entries(skills).flatMap(([name, skill]) => [
      ...skill.checks.map((check) => inField(`${name}.${check.id}`, check, 'holds')),
      ...(skill.done === undefined ? [] : [inField(name, skill, 'done')]),
      ...(skill.outcomes ?? []).flatMap((outcome, index) =>
        outcome.when === undefined ? [] : [inField(`${name}.outcomes[${index}]`, outcome, 'when')],
      ),
    ]),
  ]
}

/** The lines that say what changes. */
export const effectsIn = ({ skills }: WorldWritten): readonly FormulaPlace[] =>
  Object.entries(skills).flatMap(([name, { effect = [], outcomes = [] }]) => [
    ...effect.map((_, index) => inList(`${name}.effect`, effect, index)),
    ...outcomes.flatMap((outcome) =>
      outcome.effect.map((_, index) => inList(`${name}.outcome`, outcome.effect, index)),
    ),
  ])

const expectedIn = ({ skills }: WorldWritten): readonly FormulaPlace[] =>
  Object.entries(skills).flatMap(([name, { expected }]) => saidIn(`${name}.expected`, expected))

/** The formulas of goals, constraints and scores. */
export const wantedIn = (files: Written): readonly FormulaPlace[] => [
  ...saidIn('goal', ownGoal(files)),
  ...Object.entries(files.tasks).flatMap(([file, task]) => [
    ...saidIn(`${file}.goals`, task.goals),
    ...saidIn(`${file}.never`, task.never),
    ...saidIn(`${file}.sometime`, task.sometime),
    ...(task.before ?? []).flatMap((order) => [
      inField(`${file}.before`, order, 'first'),
      inField(`${file}.before`, order, 'then'),
    ]),
    ...(task.preferences ?? []).map((preference) => inField(`${file}.preferences`, preference, 'holds')),
    ...(task.score ?? []).map((rule) =>
      inField(`${file}.score`, rule, rule.holds === undefined ? 'count' : 'holds'),
    ),
  ]),
]

export const allFormulas = (files: Written): readonly FormulaPlace[] => [
  ...conditionsIn(files.world),
  ...effectsIn(files.world),
  ...expectedIn(files.world),
  ...wantedIn(files),
]
