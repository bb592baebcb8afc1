import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readRegularText } from '#documents/read-regular.js'
import { MAX_FILE_BYTES, projectFile } from '#documents/read-text-file.js'
import { locateWorld } from '#worlds/files/locate-world.js'

/** The worlds that ship with graft and can be run. */
export const shippedWorlds = (): readonly string[] => {
  const folder = projectFile('worlds')
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'robot.yaml')))
}

/** The folder of a world, by its name or path. */
export async function worldFolder(world: string): Promise<Result<string, readonly Diagnostic[]>> {
  const folder = locateWorld(world)
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() === true) return ok(folder)
  const near = didYouMean(world, shippedWorlds())
  return err([
    {
      code: 'world.missing',
      severity: 'error',
      message: found === undefined ? `there is no world ${world}` : `${world} is no folder`,
      expected: `${shippedWorlds().join(', ')}, or a folder with world.yaml, robot.yaml and task.yaml`,
      got: world,
      hint: near === undefined ? 'docs/worlds.md says how to make one' : `did you mean ${near}?`,
    },
  ])
}

/** Tells worlds of one name apart: one that ships with graft by its name, wherever graft is; another by its path. */
export function worldPlace(folder: string): string {
  const name = basename(folder)
  const path = realpathSync(folder)
  const shipped = projectFile(`worlds/${name}`)
  return existsSync(shipped) && realpathSync(shipped) === path ? name : path
}

/** The file of a task, which is named or, unless that is not wanted, a path. */
export function taskFileOf(
  folder: string,
  task: string | undefined,
  named: boolean,
): Result<string, readonly Diagnostic[]> {
  if (task === undefined) return ok(join(folder, 'task.yaml'))
  const own = join(folder, 'tasks', `${task}.yaml`)
  if (/^[A-Za-z0-9_-]+$/.test(task) && existsSync(own)) return ok(own)
  if (task === usualTask(folder)) return ok(join(folder, 'task.yaml'))
  if (!named && existsSync(task)) return ok(task)
  const known = taskNames(folder)
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

/** The tasks of a world by their names. */
export function taskNames(folder: string): readonly string[] {
  const usual = usualTask(folder)
  return [...new Set([...yamlNames(join(folder, 'tasks')), ...(usual === undefined ? [] : [usual])])]
}

/** What the YAML files of a folder are called; nothing where there is no folder, or none that can be read. */
export function yamlNames(folder: string): readonly string[] {
  const names = namesIn(folder)
  return names.ok ? names.value.flatMap((name) => (name.endsWith('.yaml') ? [name.slice(0, -5)] : [])) : []
}

/** The names in a folder that a world may leave out; fails where there is something else in its place. */
export function namesIn(folder: string): Result<readonly string[], Diagnostic> {
  try {
    return ok(readdirSync(folder))
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    if (code === 'ENOENT') return ok([])
    return err({
      code: 'world.no-folder',
      severity: 'error',
      message: `${folder} is not a folder that can be read`,
      expected: 'a folder, or nothing',
      got: code === 'ENOTDIR' ? 'a file' : code,
      hint: 'move it away, or check its permissions',
    })
  }
}

/** The name of the task in `task.yaml`, which need not stand in `tasks/` as well. */
function usualTask(folder: string): string | undefined {
  const text = readRegularText(join(folder, 'task.yaml'), MAX_FILE_BYTES)
  return text.ok ? /^task: *([A-Za-z0-9_]+)/m.exec(text.value)?.[1] : undefined
}

/** The first tree of a world for a task. */
export function policyFile(folder: string, task: string): string {
  const own = join(folder, 'policy', `initial-${task}.xml`)
  return existsSync(own) ? own : join(folder, 'policy', 'initial.xml')
}
