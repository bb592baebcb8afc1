import type { Task } from '../task/task.js'
import { UNKNOWN, type Fluents, type Value } from '../value.js'
import type { EndExample } from './choose-ends.js'
import type { Example } from './choose-examples.js'
import { shortened } from './judgement.js'

/** All that is expected of a world. */
export interface Expectations {
  readonly examples: readonly Example[]
  readonly tasks: readonly TaskExpectations[]
  /** what the plan check says of each tree, by its file in the folder */
  readonly trees: ReadonlyMap<string, string>
}

interface TaskExpectations {
  readonly task: Task
  readonly ends: readonly EndExample[]
}

/** Writes expectations as YAML, in the order in which they were found: a change of the world is a small difference. */
export function expectText(world: string, { examples, tasks, trees }: Expectations): string {
  const lines = [
    `# What ${world} means, as examples: graft world check compares and tells what has changed.`,
    '# graft world check --write writes it anew: read the difference before you commit it.',
    'examples:',
    ...examples.flatMap(({ where, steps }) => [`  - where: ${fluentsText(where)}`, ...stepLines(steps)]),
  ]
  if (tasks.length > 0) lines.push('tasks:', ...tasks.flatMap(taskLines))
  if (trees.size > 0)
    lines.push('trees:', ...[...trees].map(([file, text]) => `  ${quoted(file)}: ${quoted(text)}`))
  return `${lines.join('\n')}\n`
}

function taskLines({ task, ends }: TaskExpectations): readonly string[] {
  return [
    `  ${quoted(task.name)}:`,
    ...(task.start.size === 0 ? [] : [`    start: ${fluentsText(task.start)}`]),
    `    time: ${timeText(task)}`,
    '    states:',
    ...ends.flatMap(({ where, missed, minded, points, steps }) => [
      `      - where: ${fluentsText(where)}`,
      `        points: ${points}`,
      ...sentences('missed', missed),
      ...sentences('minded', minded),
      ...stepLines(steps, '        '),
    ]),
  ]
}

/** The figures that are other than where nothing is said of time. */
function timeText({ time: { perSecond, limitSeconds, overLimit } }: Task): string {
  const figures = [
    ...(perSecond === 0 ? [] : [`perSecond: ${perSecond}`]),
    ...(limitSeconds === undefined ? [] : [`limitSeconds: ${limitSeconds}`]),
    ...(overLimit === 0 ? [] : [`overLimit: ${overLimit}`]),
  ]
  return figures.length === 0 ? '{}' : `{ ${figures.join(', ')} }`
}

const sentences = (key: string, texts: readonly string[]): readonly string[] =>
  texts.length === 0 ? [] : [`        ${key}: [${texts.map(quoted).join(', ')}]`]

const stepLines = (steps: ReadonlyMap<string, string>, indent = '    '): readonly string[] =>
  steps.size === 0
    ? []
    : [`${indent}steps:`, ...[...steps].map(([step, text]) => `${indent}  ${quoted(step)}: ${quoted(text)}`)]

function fluentsText(facts: Fluents): string {
  if (facts.size === 0) return '{}'
  return `{ ${[...facts].map(([fact, value]) => `${quoted(fact)}: ${valueYaml(value)}`).join(', ')} }`
}

const valueYaml = (value: Value): string =>
  typeof value === 'string' ? quoted(value === UNKNOWN ? 'unknown' : value) : String(value)

/** Plain where no reader of YAML can take it for anything else; always in one line. */
const quoted = (text: string): string => {
  const short = shortened(text)
  if (/^[A-Za-z_]\w*(\(\w+\))?$/.test(short) && !/^(true|false|null|yes|no|on|off|y|n)$/i.test(short))
    return short
  // single quotes cannot hold a line break as such; in double ones YAML reads what JSON writes
  return /\p{Cc}/u.test(short) ? JSON.stringify(short) : `'${short.replaceAll("'", "''")}'`
}
