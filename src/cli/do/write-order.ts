import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { writeTree } from '#bt/xml/write.js'
import type { Planned } from '#instructions/decide.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { advisedNeeds } from '#instructions/lessons/use/advised.js'
import { causesOf } from '#instructions/tree/causes.js'
import { reactiveTree } from '#instructions/tree/reactive-tree.js'
import type { TreeDoc } from '#bt/document.js'

/** Files of an order, as if somebody had written them. */
export interface OrderFiles {
  readonly task: string
  readonly tree: string
}

/** Writes task and tree of an order to a folder of its own. @returns undefined where the plan depends on chance */
export function writeOrder(planned: Planned, lessons: readonly ReadyLesson[]): OrderFiles | undefined {
  const tree = orderTree(planned, lessons)
  if (tree === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'graft-do-'))
  const files = { task: join(folder, 'task.yaml'), tree: join(folder, 'tree.xml') }
  writeFileSync(files.task, stringify(planned.order))
  writeFileSync(files.tree, writeTree(tree))
  return files
}

/** The reactive tree of a plan; it takes the steps that lessons have put into the plan, too. */
export function orderTree(
  { domain, plan, reading, advice }: Planned,
  lessons: readonly ReadyLesson[],
): TreeDoc | undefined {
  const causes = causesOf(domain, domain.initial, plan.steps, {
    goals: reading.goals.map(({ formula }) => formula),
    advises: advisedNeeds(lessons, domain),
  })
  return causes && reactiveTree(plan.steps, causes, advice?.tries)
}
