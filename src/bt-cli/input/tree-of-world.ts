import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { readRegularText } from '#documents/read-regular.js'
import { MAX_FILE_BYTES, projectFile } from '#documents/read-text-file.js'
import { readLibrary } from '#app/policy.js'

/**
 * A tree of a world was read with other skills, so most of its nodes are unknown: says once with which command it is
 * checked, in place of a hint at each node.
 * @param inDomain the skills are those of the world of `--domain`, not those of the field
 */
export function withWorldHint(problems: readonly Diagnostic[], inDomain = false): readonly Diagnostic[] {
  const hinted = new Set<string>()
  return problems.map((problem) => {
    const id = /^unknown node (\w+)$/.exec(problem.message)?.[1]
    const file = problem.where?.file
    if (problem.code !== 'bt.unknown-node' || id === undefined || file === undefined) return problem
    const belongs = belongsTo(id, file, inDomain)
    if (belongs === undefined) return problem
    const { hint: _atEach, ...same } = problem
    if (hinted.has(belongs.world)) return same
    hinted.add(belongs.world)
    return { ...same, hint: belongs.hint }
  })
}

function belongsTo(
  id: string,
  file: string,
  inDomain: boolean,
): { readonly world: string; readonly hint: string } | undefined {
  const ofField = inDomain && readLibrary().get(id) !== undefined
  if (ofField) return { world: 'field', hint: 'it is a tree of the field: leave --domain out' }
  const world = worldAround(file) ?? shipped().find((folder) => hasSkill(folder, id))
  if (world === undefined || !hasSkill(world, id)) return undefined
  const named = dirname(world) === projectFile('worlds') ? basename(world) : relative('.', world) || '.'
  const whole = existsSync(join(world, 'robot.yaml')) ? `, or graft world check ${named}` : ''
  const how = `graft twin check ${file} --domain ${named}${whole}`
  return { world, hint: `it is a tree of the world ${basename(world)}: ${how}` }
}

/** How far above a tree its world may lie: `policy/` and folders in it. */
const DEPTH = 3

function worldAround(file: string): string | undefined {
  let folder = resolve(file)
  for (let up = 0; up < DEPTH; up++) {
    folder = dirname(folder)
    if (existsSync(join(folder, 'world.yaml'))) return folder
  }
  return undefined
}

const shipped = (): readonly string[] => {
  const root = projectFile('worlds')
  return existsSync(root) ? readdirSync(root).map((name) => join(root, name)) : []
}

/** Whether a world has a skill of this name; its file need not be right in other places. */
function hasSkill(world: string, id: string): boolean {
  const text = readRegularText(join(world, 'world.yaml'), MAX_FILE_BYTES)
  if (!text.ok) return false
  const skills = /^skills:[^\n]*\n((?:[ #][^\n]*\n|\n)*)/m.exec(text.value)?.[1] ?? ''
  return new RegExp(`^ +['"]?${id}['"]? *:`, 'm').test(skills)
}
