import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import type { DataDomain } from '../assemble.js'
import { readTextFile } from '#documents/read-text-file.js'
import { loadTask, TASK_FILE } from '../task/load-task.js'
import type { Task } from '../task/task.js'
import { DOMAIN_FILE, parseDomainText } from './domain-text.js'
import { locateWorld } from './locate-world.js'

/**
 * Reads a domain from a YAML file (schema: `config/domain.schema.json`), from a folder with a `world.yaml` (earlier:
 * `domain.yaml`), or that of a world that ships with graft by its name. Fails with all problems at once, each with line
 * and column; never throws because of a file's contents.
 */
export async function readDomain(world: string): Promise<Result<DataDomain, readonly Diagnostic[]>> {
  const path = await findFile(locateWorld(world))
  const text = await readTextFile(path, DOMAIN_FILE)
  return text.ok ? parseDomainText(text.value, path) : err([text.error])
}

async function findFile(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory() !== true) return file
  const earlier = join(file, 'domain.yaml')
  const world = join(file, 'world.yaml')
  return (await isThere(earlier)) && !(await isThere(world)) ? earlier : world
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Reads a task from a YAML file (schema: `config/task.schema.json`), checked against a world. */
export async function readTask(
  file: string,
  domain: DataDomain,
): Promise<Result<Task, readonly Diagnostic[]>> {
  const text = await readTextFile(file, TASK_FILE)
  return text.ok ? loadTask(text.value, file, domain) : err([text.error])
}
