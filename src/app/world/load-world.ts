import { existsSync, readdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { LIMITS } from '#bt/limits.js'
import { parseTree } from '#bt/xml/parse.js'
import { projectFile, readTextFile } from '#documents/read-text-file.js'
import { describeUnreadable, readRegularText } from '#documents/read-regular.js'
import type { DataDomain } from '#worlds/assemble.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { DOMAIN_FILE, parseDomainText } from '#worlds/files/domain-text.js'
import { loadRobot, ROBOT_FILE, type RobotSpec } from '#worlds/robot/load-robot.js'
import { loadTask, TASK_FILE } from '#worlds/task/load-task.js'
import type { Task } from '#worlds/task/task.js'

/** The documents of a world, read and checked against each other (docs/worlds.md). */
export interface LoadedWorld {
  readonly folder: string
  readonly domain: DataDomain
  readonly robot: RobotSpec
  readonly task: Task
  /** what it was read from, by path */
  readonly files: Required<Omit<WorldRequest, 'named'>>
  /** the first tree */
  readonly policy: TreeDoc
  /** of the texts of world, robot and task */
  readonly digest: string
  readonly library: NodeLibrary
}

export interface WorldRequest {
  /** the name of a world that ships with graft, or a folder */
  readonly world: string
  /** a task of the world by its name, or a file; by default its `task.yaml` */
  readonly task?: string
  /** the task is a name, never a path */
  readonly named?: boolean
  /** the file of the first tree; by default the world's own for this task */
  readonly tree?: string
}

type Loaded<T> = Promise<Result<T, readonly Diagnostic[]>>

/** Reads a world with a task and a tree. Fails with every problem of a file at once; never throws because of one. */
export async function loadWorld({ world, task, named = false, tree }: WorldRequest): Loaded<LoadedWorld> {
  const folder = await worldFolder(world)
  if (!folder.ok) return folder
  const texts: string[] = []
  const readPart = partReader((text) => void texts.push(text))
  const domain = await readPart(join(folder.value, 'world.yaml'), DOMAIN_FILE, parseDomainText)
  if (!domain.ok) return domain
  const robot = await readPart(join(folder.value, 'robot.yaml'), ROBOT_FILE, (text, file) =>
    loadRobot(text, file, domain.value),
  )
  if (!robot.ok) return robot
  const taskFile = taskFileOf(folder.value, task, named)
  if (!taskFile.ok) return taskFile
  const read = await readPart(taskFile.value, TASK_FILE, (text, file) => loadTask(text, file, domain.value))
  if (!read.ok) return read
  const library = domainLibrary(domain.value.rules)
  const treeFile = tree ?? policyFile(folder.value, read.value.name)
  const policy = readTree(treeFile, library)
  if (!policy.ok) return policy
  const parts = { domain: domain.value, robot: robot.value, task: read.value, policy: policy.value }
  const files = { world: folder.value, task: taskFile.value, tree: treeFile }
  return ok({ folder: folder.value, files, library, digest: sha256(texts.join('\0')), ...parts })
}

/** The worlds that ship with graft and can be run. */
export const shippedWorlds = (): readonly string[] => {
  const folder = projectFile('worlds')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'robot.yaml')))
}

/** A tree of this world, with every problem at its place. */
function readTree(file: string, library: NodeLibrary): Result<TreeDoc, readonly Diagnostic[]> {
  const text = readRegularText(file, 4 * LIMITS.text)
  if (text.ok) return parseTree(text.value, { file, library, compat: 'strict' })
  return err([
    {
      code: 'tree.unreadable',
      severity: 'error',
      message: `the tree ${file} cannot be read`,
      got: describeUnreadable(text.error),
      hint: "pass another tree with --tree, or write the world's policy/initial.xml",
    },
  ])
}

async function worldFolder(world: string): Loaded<string> {
  const found = await stat(world).catch(() => undefined)
  // a name alone means the shipped world, whatever lies in the working directory
  const named = /^[A-Za-z0-9_-]+$/.test(world)
  if (named && shippedWorlds().includes(world)) return ok(projectFile(join('worlds', world)))
  if (found?.isDirectory() === true) return ok(world)
  const near = didYouMean(world, shippedWorlds())
  return err([
    {
      code: 'world.missing',
      severity: 'error',
      message: `there is no world ${world}`,
      expected: `${shippedWorlds().join(', ')}, or a folder with world.yaml, robot.yaml and task.yaml`,
      got: world,
      hint: near === undefined ? 'docs/worlds.md says how to make one' : `did you mean ${near}?`,
    },
  ])
}

/** Reads the documents of a world. @param onText called with the text of each */
const partReader =
  (onText: (text: string) => void) =>
  async <T>(
    file: string,
    kind: typeof TASK_FILE,
    parse: (text: string, file: string) => Result<T, readonly Diagnostic[]>,
  ): Loaded<T> => {
    const text = await readTextFile(file, kind)
    if (!text.ok) return err([text.error])
    onText(text.value)
    return parse(text.value, file)
  }

function taskFileOf(
  folder: string,
  task: string | undefined,
  named: boolean,
): Result<string, readonly Diagnostic[]> {
  if (task === undefined) return ok(join(folder, 'task.yaml'))
  const own = join(folder, 'tasks', `${task}.yaml`)
  if (/^[A-Za-z0-9_-]+$/.test(task) && existsSync(own)) return ok(own)
  if (!named && existsSync(task)) return ok(task)
  const tasks = join(folder, 'tasks')
  const known = existsSync(tasks)
    ? readdirSync(tasks).flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -5)] : []))
    : []
  const near = didYouMean(task, known)
  return err([
    {
      code: 'task.missing',
      severity: 'error',
      message: `there is no task ${task}`,
      expected: [...known, ...(named ? [] : ['or a file'])].join(', '),
      got: task,
      ...(near !== undefined && { hint: `did you mean ${near}?` }),
    },
  ])
}

function policyFile(folder: string, task: string): string {
  const own = join(folder, 'policy', `initial-${task}.xml`)
  return existsSync(own) ? own : join(folder, 'policy', 'initial.xml')
}
