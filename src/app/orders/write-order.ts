import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { Diagnostic } from '#base/diagnostic.js'
import type { TreeDoc } from '#bt/document.js'
import { writeTree } from '#bt/xml/write.js'
import type { Planned } from '#instructions/decide.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { advisedNeeds } from '#instructions/lessons/use/advised.js'
import { causesOf } from '#instructions/tree/causes.js'
import { reactiveTree } from '#instructions/tree/reactive-tree.js'

/** Files of an order, as if somebody had written them. */
export interface OrderFiles {
  readonly task: string
  readonly tree: string
}

/** Writes task and tree of an order to a folder of its own. @returns undefined where the plan depends on chance */
export function writeOrder(planned: Planned, lessons: readonly ReadyLesson[]): OrderFiles | undefined {
  const texts = orderTexts(planned, lessons)
  return texts && writeTexts(texts)
}

/** What the files of an order say. @returns undefined where the plan depends on chance */
export function orderTexts(planned: Planned, lessons: readonly ReadyLesson[]): OrderFiles | undefined {
  const tree = orderTree(planned, lessons)
  return tree && { task: stringify(planned.order), tree: writeTree(tree) }
}

/** @param texts as `orderTexts` gives them @returns the paths of the files, which are alone in their folder */
export function writeTexts(texts: OrderFiles): OrderFiles {
  const folder = mkdtempSync(join(tmpdir(), 'graft-do-'))
  const files = { task: join(folder, 'task.yaml'), tree: join(folder, 'tree.xml') }
  writeFileSync(files.task, texts.task)
  writeFileSync(files.tree, texts.tree)
  return files
}

export const NOT_REPEATABLE: Diagnostic = {
  code: 'do.not-repeatable',
  severity: 'error',
  message: 'the plan depends on chance',
  hint: 'write the task and a tree for it by hand: docs/worlds.md',
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
