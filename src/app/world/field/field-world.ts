import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { FIELD_WORLD, SHIPPED_FIELDS } from '#config/field/choose-fields.js'
import { projectFile } from '#documents/read-text-file.js'
import { readTableI } from '#learning/field/table-i.js'
import { readLibrary } from '#app/policy.js'
import { loadWorld, type LoadedWorld } from '../load-world.js'
import type { Tried } from '../try-offers.js'

/**
 * The field is a world of documents whose runs are the field's own: its rules are proved on the twin in TypeScript, its
 * robot speaks the wire protocol, and its critic sees pictures. `test/worlds/field` holds the documents to all that.
 */
export const namesFieldWorld = (world: string): boolean =>
  world === FIELD_WORLD || realPath(world) === realPath(projectFile(join('worlds', FIELD_WORLD)))

/** Whether a world's robot is that of the field. */
export const isOnField = ({ robot: { driver } }: Pick<LoadedWorld, 'robot'>): boolean =>
  driver.kind === 'simulated' && driver.simulation === FIELD_WORLD

/** Reads the documents of the field, and refuses a task or scenario that it does not have. */
export async function readFieldWorld(asked: {
  readonly task?: string | undefined
  readonly scenario?: string | undefined
}): Promise<Result<LoadedWorld, readonly Diagnostic[]>> {
  const world = await loadWorld({ world: FIELD_WORLD })
  if (!world.ok) return world
  const table = readTableI()
  if (!table.ok) return table
  const { name } = world.value.task
  const wrong = [
    ...(asked.task === undefined || asked.task === name ? [] : [otherTask(asked.task, name)]),
    ...(asked.scenario === undefined ? [] : [noScenario(asked.scenario)]),
  ]
  return wrong.length === 0 ? ok(world.value) : err(wrong)
}

/** Whether the base has every skill of the documents, with the same names for what it takes. */
export function tryFieldSkills({ domain }: LoadedWorld): readonly Tried[] {
  const nodes = new Map(
    readLibrary()
      .skills()
      .map((node) => [node.id, node]),
  )
  const wrong = domain.rules.skills.flatMap(({ name, ports }) => {
    const node = nodes.get(name)
    if (node === undefined) return [`the base has no skill ${name}`]
    const unknown = ports.filter((port) => !node.ports.some((own) => own.name === port.name))
    return unknown.map((port) => `${name} of the base takes no ${port.name}`)
  })
  const commands = domain.rules.skills.length
  if (wrong.length > 0) return wrong.map((text) => ({ ok: false, text }))
  return [{ ok: true, text: `the base has the ${commands} skills of the world (bt/nodes.xml)` }]
}

const otherTask = (task: string, only: string): Diagnostic => ({
  code: 'task.missing',
  severity: 'error',
  message: `the field has no task ${task}`,
  expected: `${only}, which is Table I of the paper (worlds/field/task.yaml)`,
  got: task,
  hint: 'leave --task out; what differs between fields is chosen with --field',
})

const noScenario = (scenario: string): Diagnostic => ({
  code: 'scenario.missing',
  severity: 'error',
  message: `the field has no scenario ${scenario}`,
  expected: `a field: ${SHIPPED_FIELDS.map(({ id }) => id).join(', ')}`,
  got: scenario,
  hint: 'what the robot does not know, the faces of the blocks, is chosen with --field',
})

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
