import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { formatStep } from '#twin/domain/domain.js'
import { MAX_PROBLEMS, type FileKind } from '#documents/yaml-problems.js'
import { readYaml } from '#documents/yaml-text.js'
import type { DataDomain } from '../assemble.js'
import { listNames, placeOf, Problems, type Source } from '../problems.js'
import { ROOT } from '../shape/shape.js'
import type { TaskDomain } from '../task/with-task.js'
import { compareTask } from './compare-task.js'
import { expectShape, type ExpectShape } from './expect-shape.js'
import { compareSteps } from './compare-steps.js'
import { stateFrom } from './state-from.js'
import { shortened, stepFrom, type Step } from './judgement.js'

/** What there is to compare with: a world, its tasks, and what the plan check says of its trees. */
export interface Compared {
  readonly domain: DataDomain
  readonly tasks: ReadonlyMap<string, TaskDomain>
  readonly trees: ReadonlyMap<string, string>
}

export const EXPECT_FILE: FileKind = {
  code: 'expect',
  name: 'file of expectations',
  contents: 'expectations: examples, tasks, trees',
  secondDocumentHint: 'graft world check --write writes it anew',
}

export interface Comparison {
  /** every difference, each at its place in the file */
  readonly problems: readonly Diagnostic[]
  /** the trees of which the file says what they are to do */
  readonly trees: ReadonlySet<string>
}

/**
 * Compares a world with what is expected of it. Never throws because of the text.
 * @param source file name used in diagnostics
 * @returns what differs; an error if the file cannot be read
 */
export function compareExpect(
  text: string,
  source: string,
  world: Compared,
): Result<Comparison, readonly Diagnostic[]> {
  const yaml = readYaml(text, source, EXPECT_FILE)
  if (!yaml.ok) return err(yaml.error.slice(0, MAX_PROBLEMS))
  const problems = new Problems((spot) => placeOf(spot, yaml.value), 'expect')
  const shape = expectShape.read(yaml.value.value, ROOT, problems)
  if (shape === undefined || problems.errors > 0) return err(problems.list())
  for (const example of shape.examples) {
    const state = stateFrom(example.where, world.domain, problems)
    if (state !== undefined) compareSteps(example.steps, world.domain, state, problems)
  }
  for (const entry of shape.tasks ?? []) compareTask(entry, world.tasks, problems)
  const named = new Set((shape.trees ?? []).map(({ key }) => key.text))
  for (const { key, value } of shape.trees ?? []) compareTree(key, value, world.trees, problems)
  const added = [...world.trees.keys()].filter((file) => !named.has(file))
  if (added.length > 0) tellNew({ path: ['trees'] }, added, problems)
  // a file that says nothing of tasks leaves them all to their authors
  const tasks = shape.tasks && new Set(shape.tasks.map(({ key }) => key.text))
  const newTasks = tasks === undefined ? [] : [...world.tasks.keys()].filter((name) => !tasks.has(name))
  if (newTasks.length > 0)
    tellNew(
      { path: ['tasks'], key: true },
      newTasks.map((name) => `the task ${name}`),
      problems,
    )
  compareScope(shape, world.domain, problems)
  return ok({ problems: problems.list(), trees: named })
}

function compareTree(
  key: Source,
  { text, spot }: Source,
  trees: Compared['trees'],
  problems: Problems,
): void {
  const judged = trees.get(key.text)
  const got = judged === undefined ? undefined : shortened(judged)
  if (got === text) return
  const message = got === undefined ? `there is no tree ${key.text}` : `${key.text} ${got}`
  problems.error(spot, { code: 'expect.tree', message, expected: text, got: got ?? 'nothing' })
}

/** Values of ports that no example has: objects, ports or skills that are new. */
function compareScope({ examples }: ExpectShape, domain: DataDomain, problems: Problems): void {
  const known = new Set<string>()
  for (const { key } of examples.flatMap(({ steps }) => steps)) {
    const step = stepFrom(key.text)
    if (step !== undefined) for (const part of partsOf(step)) known.add(part)
  }
  const steps = domain.steps(MOST_STEPS)
  const added = new Set(steps.flatMap(partsOf).filter((part) => !known.has(part)))
  if (added.size > 0) tellNew({ path: ['examples'], key: true }, added, problems)
}

/** More steps than this are not looked through for new ones. */
const MOST_STEPS = 5_000

/** `Pick item="milk"` and `Place` with each of its ports alone. */
const partsOf = ({ skill, args }: Step): readonly string[] => [
  skill,
  ...Object.entries(args).map(([port, value]) => formatStep({ skill, args: { [port]: value } })),
]

const tellNew = (spot: Source['spot'], what: Iterable<string>, problems: Problems): void =>
  problems.error(spot, {
    code: 'expect.new',
    message: `no example for ${listNames(what, 6)}`,
    expected: 'an example',
    got: 'none',
    hint: 'if they are meant to be there, graft world check --write',
  })
