import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain, readTask } from '#worlds/files/read-domain.js'
import { readFluents } from '#worlds/run/observe-fluents.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Task } from '#worlds/task/task.js'
import { withTask } from '#worlds/task/with-task.js'

/** A world as data and what is to be done in it, as the command line says. */
export interface WorldOptions {
  readonly task?: string
  readonly goal?: readonly string[]
  readonly never?: readonly string[]
  readonly fact?: readonly string[]
}

/** The options that speak of a world as data, for commands that may also be about the robot's own field. */
export const worldOnly = ({ task, goal = [], never = [], fact = [] }: WorldOptions): string | undefined =>
  task !== undefined
    ? '--task'
    : goal.length > 0
      ? '--goal'
      : never.length > 0
        ? '--never'
        : fact.length > 0
          ? '--fact'
          : undefined

/**
 * Reads a world, and puts into it the task of the command line: that of `--task`, with the goals and prohibitions of
 * `--goal` and `--never` added. A goal given there replaces the world's own.
 */
export async function openWorld(
  domain: string,
  options: WorldOptions,
): Promise<Result<DataDomain, readonly Diagnostic[]>> {
  const world = await readDomain(domain)
  if (!world.ok || worldOnly(options) === undefined) return world
  const { task: file, goal = [], never = [], fact = [] } = options
  const task = file === undefined ? ok(undefined) : await readTask(file, world.value)
  if (!task.ok) return task
  const written = taskFrom(
    { task: 'command_line', text: 'the task of the command line', goals: goal, never },
    ({ path: [list], offset = 0 }) => ({
      file: list === 'never' ? '--never' : '--goal',
      line: 1,
      column: offset + 1,
    }),
    world.value,
  )
  if (!written.ok) return written
  const facts = startOf(fact, world.value)
  if (!facts.ok) return err([{ code: 'task.fact', severity: 'error', message: facts.error }])
  const both = joined(task.value, written.value)
  const start = new Map([...world.value.initial, ...both.start, ...facts.value])
  const own = file === undefined && goal.length === 0 ? (world.value.goal ?? []) : []
  const inTask = withTask(world.value, both, start)
  return ok({ ...inTask, goal: [...own, ...(inTask.goal ?? [])] })
}

const joined = (file: Task | undefined, written: Task): Task =>
  file === undefined
    ? written
    : {
        ...file,
        goals: [...file.goals, ...written.goals],
        never: [...file.never, ...written.never],
      }

/** The facts that `--fact` sets: `location(mug)=sink`. */
function startOf(written: readonly string[], domain: DataDomain): ReturnType<typeof asFluents> {
  const pairs = written.map((text) => text.split('='))
  const odd = pairs.findIndex((pair) => pair.length !== 2)
  if (odd !== -1) {
    const example = [...domain.initial.keys()][0] ?? 'fact'
    return err(`--fact ${written[odd] ?? ''}: write fact=value, such as ${example}=…`)
  }
  const data = pairs.map(([fact = '', value = '']) => [fact.trim(), scalar(value.trim())] as const)
  return asFluents(Object.fromEntries(data), domain)
}

function asFluents(
  data: Readonly<Record<string, unknown>>,
  { sorts }: DataDomain,
): Result<ReadonlyMap<string, string | number | boolean>, string> {
  const read = readFluents(data, sorts)
  return read.ok ? read : err(read.error.join('\n'))
}

const scalar = (text: string): string | number | boolean =>
  text === 'true' || text === 'false' ? text === 'true' : /^-?\d+$/.test(text) ? Number(text) : text
