import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { worldFileOf } from '#cli/world/read-folder.js'
import type { Given } from '#test/twin/worlds/reference/world.js'

/** A formula with or without a sentence. */
export type Constraint = string | boolean | { text?: string; holds: string }

export interface SkillWritten {
  text: string
  ports?: Record<string, string | { is: string; text?: string }>
  done?: string
  checks: { id: string; text: string; holds: string; say?: string }[]
  effect?: string[]
  outcomes?: { text?: string; each?: string; when?: string; effect: string[] }[]
  observes?: string[]
  expected?: Constraint[]
}

/** A world file as it is written. */
export interface WorldWritten {
  types: Record<string, string[] | string>
  constants?: Record<string, { is: string; values: Given }>
  state: Record<string, { is: string; start: Given; text?: string }>
  definitions?: Record<string, string>
  skills: Record<string, SkillWritten>
  goal?: Constraint[]
}

/** A task file as it is written. */
export interface TaskWritten {
  task: string
  start?: Record<string, string | number | boolean>
  goals?: Constraint[]
  never?: Constraint[]
  sometime?: Constraint[]
  before?: { text?: string; first: string; then: string }[]
  preferences?: { text: string; holds: string; penalty: number }[]
  score?: { label: string; points: number; holds?: string; count?: string }[]
  perSecond?: number
  limitSeconds?: number
  overLimit?: number
}

/** The files of a world that a mutation may change. */
export interface Written {
  readonly world: WorldWritten
  /** by file: `task.yaml`, `tasks/tidy.yaml` */
  readonly tasks: Readonly<Record<string, TaskWritten>>
}

export interface Original extends Written {
  readonly name: string
  readonly folder: string
  readonly robot: string | undefined
}

/** What the world file itself wants; a task takes its place. */
export const ownGoal = ({ world, tasks }: Written): WorldWritten['goal'] =>
  Object.keys(tasks).length === 0 ? world.goal : undefined

/** Reads the files of a world as plain data. */
export function readWritten(name: string, folder: string): Original {
  const file = worldFileOf(folder) ?? join(folder, 'world.yaml')
  const read = <T>(path: string): T => parse(readFileSync(path, 'utf8')) as T
  const tasks = existsSync(join(folder, 'tasks'))
    ? readdirSync(join(folder, 'tasks')).map((each) => `tasks/${each}`)
    : ['task.yaml'].filter((each) => existsSync(join(folder, each)))
  const robot = join(folder, 'robot.yaml')
  return {
    name,
    folder,
    world: read<WorldWritten>(file),
    tasks: Object.fromEntries(tasks.map((each) => [each, read<TaskWritten>(join(folder, each))])),
    robot: existsSync(robot) ? readFileSync(robot, 'utf8') : undefined,
  }
}
