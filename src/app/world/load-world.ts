import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { LIMITS } from '#bt/limits.js'
import { parseTree } from '#bt/xml/parse.js'
import { readTextFile } from '#documents/read-text-file.js'
import { describeUnreadable, readRegularText } from '#documents/read-regular.js'
import type { DataDomain } from '#worlds/assemble.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { readMap } from '#worlds/files/read-map.js'
import { DOMAIN_FILE, parseDomainText } from '#worlds/files/domain-text.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import { loadRobot, ROBOT_FILE, type RobotSpec } from '#worlds/robot/load-robot.js'
import { loadTask, TASK_FILE } from '#worlds/task/load-task.js'
import type { Task } from '#worlds/task/task.js'
import { policyFile, taskFileOf, worldFolder } from './files/find-world.js'

/** The documents of a world, read and checked against each other (docs/worlds.md). */
export interface LoadedWorld {
  readonly folder: string
  readonly domain: DataDomain
  readonly robot: RobotSpec
  readonly task: Task
  /** where things are, for people; undefined in a world without a `map.yaml` */
  readonly map: WorldMap | undefined
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
  const map = await readMap(folder.value, domain.value)
  if (!map.ok) return map
  const library = domainLibrary(domain.value.rules)
  const treeFile = tree ?? policyFile(folder.value, read.value.name)
  const policy = readTree(treeFile, library)
  if (!policy.ok) return policy
  const parts = {
    domain: domain.value,
    robot: robot.value,
    task: read.value,
    map: map.value?.map,
    policy: policy.value,
  }
  const files = { world: folder.value, task: taskFile.value, tree: treeFile }
  return ok({ folder: folder.value, files, library, digest: sha256(texts.join('\0')), ...parts })
}

/** A tree of this world, with every problem at its place. */
export function readTree(file: string, library: NodeLibrary): Result<TreeDoc, readonly Diagnostic[]> {
  const text = readRegularText(file, 4 * LIMITS.text)
  if (text.ok) return parseTree(text.value, { file, library, load: readIncluded, compat: 'strict' })
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

/** A file that a tree includes, by its path; what is not a regular file counts as missing. */
function readIncluded(path: string): string | undefined {
  const text = readRegularText(path, 4 * LIMITS.text)
  return text.ok ? text.value : undefined
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
