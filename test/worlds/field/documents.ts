import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FieldMap } from '#base/field-map.js'
import { must } from '#base/result.js'
import { chooseFields, SHIPPED_FIELDS } from '#config/field/choose-fields.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadRobot } from '#worlds/robot/load-robot.js'
import { loadTask } from '#worlds/task/load-task.js'
import { REPO } from '../../../lab/architecture/source-tree.js'

/** A file of `worlds/field`. */
export const textOf = (name: string): string => readFileSync(join(REPO, 'worlds/field', name), 'utf8')

export const domain = must(parseDomainText(textOf('world.yaml'), 'world.yaml'), 'world.yaml')
export const task = must(loadTask(textOf('task.yaml'), 'task.yaml', domain), 'task.yaml')
export const robot = must(loadRobot(textOf('robot.yaml'), 'robot.yaml', domain), 'robot.yaml')

/** The maps of F1 to F5, of which the document describes the one that they share. */
export const maps: readonly FieldMap[] = (
  await Promise.all(SHIPPED_FIELDS.map(async ({ id }) => must(await chooseFields({ field: id }), id)))
).flatMap((setups) => setups.map(({ map }) => map))

export const map = must(
  maps[0] === undefined ? { ok: false, error: 'no field ships' } : { ok: true, value: maps[0] },
  'the first field',
)
