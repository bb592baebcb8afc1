import type { Clock } from '#base/clock.js'
import { err, must, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import type { NodeLibrary } from '#bt/library.js'
import type { DriverRobot } from '#robots/driver/driver-robot.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { AskedStep } from './step-session.js'

/**
 * A tree of one leaf: a step that a person asks for goes the way of a tree's leaf, and there is no other way to the
 * robot.
 * @returns or why it is no step of this world, in words
 */
export function treeOfStep(
  step: AskedStep,
  parts: {
    readonly domain: TaskDomain
    readonly library: NodeLibrary
    readonly robot: DriverRobot
    readonly clock: Clock
  },
): Result<Tree, string> {
  const { domain, library, robot, clock } = parts
  const open = Object.entries(step.args).find(([, value]) => value.startsWith('{'))
  if (open !== undefined) return err(`${open[0]}=${open[1]} has no value here: only a tree has a blackboard`)
  // names and values that do not fit are told as the twin tells a tree's
  const intent = domain.intend({ skill: step.skill, args: step.args }, robot.belief().facts)
  if (!intent.ok) return err(intent.error.text)
  const registry = new NodeRegistry(library)
  robot.install(registry)
  const root = { id: step.skill, kind: 'action', attrs: { ...step.args }, children: [] } as const
  const doc: TreeDoc = { main: 'Step', trees: [{ id: 'Step', root }] }
  return ok(must(createTree(doc, registry, { clock }), 'a step that the domain knows'))
}
