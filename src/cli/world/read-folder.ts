import { existsSync, readdirSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { LIMITS } from '#bt/limits.js'
import { readRegularText } from '#documents/read-regular.js'
import { readYaml } from '#documents/yaml-text.js'
import { readTree } from '#app/world/load-world.js'
import type { DataDomain } from '#worlds/assemble.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { readDomain, readTask } from '#worlds/files/read-domain.js'
import { readMap } from '#worlds/files/read-map.js'
import type { LoadedMap } from '#worlds/map/load-map.js'
import { taskFrom } from '#worlds/task/load-task.js'
import type { Task } from '#worlds/task/task.js'

/** What a folder says of a world without its robot: rules, tasks, trees, and what is expected of them. */
export interface RulesFolder {
  readonly folder: string
  readonly domain: DataDomain
  /** the text of the world file */
  readonly text: string
  /** the task of `task.yaml` first, then those of `tasks/`; the world's own goal where there is none */
  readonly tasks: readonly Task[]
  /** of `map.yaml`, where there is one */
  readonly map: LoadedMap | undefined
  readonly library: NodeLibrary
  readonly trees: readonly TreeFile[]
}

export interface TreeFile {
  /** in the folder: `policy/reference.xml` */
  readonly file: string
  readonly task: Task
  readonly doc: Result<TreeDoc, readonly Diagnostic[]>
}

type Read<T> = Result<T, readonly Diagnostic[]>

/** The world file of a folder, which was called `domain.yaml` before worlds had four documents. */
export const worldFileOf = (folder: string): string | undefined =>
  ['world.yaml', 'domain.yaml'].map((name) => join(folder, name)).find((file) => existsSync(file))

/** Reads the rules, tasks and trees of a folder. A tree with mistakes is no reason to refuse the others. */
export async function readFolder(folder: string, worldFile: string): Promise<Read<RulesFolder>> {
  const domain = await readDomain(worldFile)
  if (!domain.ok) return domain
  const text = readRegularText(worldFile, LIMITS.text)
  const written = text.ok ? text.value : ''
  const tasks: Task[] = []
  const places = new Map<string, string>()
  for (const file of [join(folder, 'task.yaml'), ...filesIn(join(folder, 'tasks'), '.yaml')]) {
    if (!existsSync(file)) continue
    const task = await readTask(file, domain.value)
    if (!task.ok) return task
    const { name } = task.value
    const earlier = places.get(name)
    if (earlier !== undefined) return err([taskTwice(name, earlier, file)])
    places.set(name, file)
    tasks.push(task.value)
  }
  if (tasks.length === 0) {
    const own = goalAsTask(written, domain.value)
    if (!own.ok) return own
    tasks.push(own.value)
  }
  const map = await readMap(folder, domain.value)
  if (!map.ok) return map
  const library = domainLibrary(domain.value.rules)
  const trees = ['policy', 'trees'].flatMap((name) => filesIn(join(folder, name), '.xml'))
  return ok({
    folder,
    domain: domain.value,
    text: written,
    tasks,
    map: map.value,
    library,
    trees: trees.flatMap((file) => treeFile(folder, file, tasks, library)),
  })
}

/** Which of the two runs would depend on how the task is asked for. */
const taskTwice = (name: string, earlier: string, file: string): Diagnostic => ({
  code: 'task.twice',
  severity: 'error',
  message: `there are two tasks ${name}`,
  expected: 'one file for each task',
  got: `${earlier} and ${file}`,
  hint: 'delete one of them, or give it another name',
})

function treeFile(
  folder: string,
  file: string,
  tasks: readonly Task[],
  library: NodeLibrary,
): readonly TreeFile[] {
  const name = basename(file, '.xml')
  const task = tasks.find((one) => name.endsWith(`-${one.name}`)) ?? tasks[0]
  if (task === undefined) return []
  const doc = readTree(file, library)
  // join() may have spelled the folder otherwise: ./kitchen becomes kitchen
  return [{ file: relative(folder, file).split(sep).join('/'), task, doc }]
}

/** The world's own `goal:`, as a task without a score. */
function goalAsTask(text: string, domain: DataDomain): Read<Task> {
  const yaml = readYaml(text, domain.name)
  const data = yaml.ok ? (yaml.value.value as { readonly goal?: unknown }) : {}
  const task = { task: 'goal', text: domain.text, ...(data.goal !== undefined && { goals: data.goal }) }
  return taskFrom(task, () => undefined, domain)
}

const filesIn = (folder: string, ending: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .toSorted()
        .map((name) => join(folder, name))
    : []
