import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { MAX_PROBLEMS, type FileKind } from '#documents/yaml-problems.js'
import { readYaml } from '#documents/yaml-text.js'
import type { DataDomain } from '../assemble.js'
import { Builder, present } from '../declare/builder.js'
import { placeOf, Problems, quote, type PlaceOf } from '../problems.js'
import { ROOT } from '../shape/shape.js'
import { startFluents } from './start-fluents.js'
import type { ScoreRule, Task } from './task.js'
import { taskShape, type TaskShape } from './task-shape.js'

/**
 * Loads a task from YAML text (docs/twin/tasks.md), checked against a world. Never throws because of the text; fails
 * with every problem at once, each with line and column.
 * @param source file name used in diagnostics
 */
export function loadTask(
  text: string,
  source: string,
  domain: DataDomain,
): Result<Task, readonly Diagnostic[]> {
  const yaml = readYaml(text, source, TASK_FILE)
  if (!yaml.ok) return err(yaml.error.slice(0, MAX_PROBLEMS))
  return taskFrom(yaml.value.value, (spot) => placeOf(spot, yaml.value), domain)
}

/** Loads a task from plain data: what a YAML reader returns, or what a command line says. */
export function taskFrom(
  data: unknown,
  where: PlaceOf,
  domain: DataDomain,
): Result<Task, readonly Diagnostic[]> {
  const problems = new Problems(where, 'task')
  const shape = taskShape.read(data, ROOT, problems)
  if (shape === undefined || problems.errors > 0) return err(problems.list())
  const task = declare(shape, domain, problems)
  return problems.errors > 0 ? err(problems.list()) : ok(task)
}

export const TASK_FILE: FileKind = {
  code: 'task',
  name: 'task file',
  contents: 'a task: goals, constraints on the way, score',
  secondDocumentHint: 'write every task into a file of its own',
}

function declare(shape: TaskShape, domain: DataDomain, problems: Problems): Task {
  if (shape.world !== undefined && plainName(shape.world.text) !== plainName(domain.name)) {
    problems.error(shape.world.spot, {
      code: 'task.other-world',
      message: 'the task is for another world',
      expected: domain.name,
      got: quote(shape.world.text),
    })
  }
  if (shape.overLimit !== undefined && shape.limitSeconds === undefined) {
    problems.error(
      { path: ['overLimit'], key: true },
      {
        code: 'task.no-limit',
        message: 'overLimit says what a late task costs, and nothing says when it is late',
        expected: 'limitSeconds: beside it',
      },
    )
  }
  const build = new Builder({ vocabulary: domain.vocabulary, problems, task: true })
  const constraints = (all: TaskShape['never'] = []): Task['never'] =>
    present(all.map((one) => build.expectation(one, false)))
  return {
    name: shape.task.text,
    text: shape.text.text,
    start: startFluents(shape.start ?? [], domain.sorts, problems),
    goals: constraints(shape.goals),
    never: constraints(shape.never),
    sometime: constraints(shape.sometime),
    before: orders(shape, build),
    preferences: present(
      (shape.preferences ?? []).map(({ text, holds, penalty }) => {
        const test = build.test(holds)
        return test === undefined ? undefined : { text: text.text, holds: test, penalty }
      }),
    ),
    score: present((shape.score ?? []).map((_, index) => rule(shape, index, build, problems))),
    time: {
      perSecond: shape.perSecond ?? 0,
      limitSeconds: shape.limitSeconds,
      overLimit: shape.overLimit ?? 0,
    },
    minds: present(
      (shape.minds ?? []).map(({ text, holds }) => {
        const test = build.test(holds)
        return test === undefined ? undefined : { text: text.text, holds: test }
      }),
    ),
  }
}

const plainName = (name: string): string => name.replaceAll('-', '_')

const orders = ({ before = [] }: TaskShape, build: Builder): Task['before'] =>
  present(
    before.map(({ text, first, then }) => {
      const [one, two] = [build.test(first), build.test(then)]
      if (one === undefined || two === undefined) return undefined
      return { text: text?.text ?? `${one.source} before ${two.source}`, first: one, then: two }
    }),
  )

function rule(
  { score = [] }: TaskShape,
  index: number,
  build: Builder,
  problems: Problems,
): ScoreRule | undefined {
  const entry = score[index]
  if (entry === undefined) return undefined
  const { label, points, holds, count } = entry
  if ((holds === undefined) === (count === undefined)) {
    problems.error(
      { path: ['score', index] },
      {
        code: 'task.score-rule',
        message: `the rule ${quote(label.text)} has ${holds === undefined ? 'no formula' : 'two formulas'}`,
        expected: 'holds: for points once, or count: for points for each',
      },
    )
    return undefined
  }
  const formula = holds === undefined ? count && build.number(count) : build.test(holds)
  if (formula === undefined) return undefined
  return { label: label.text, points, per: holds === undefined ? 'count' : 'holds', formula }
}
