import { existsSync } from 'node:fs'
import { projectFile } from '#documents/read-text-file.js'

/**
 * Where a world lies, by the one rule for all commands: what contains a slash or a dot is a path; a name is the world
 * that ships with graft; only where none is called so is it a folder in the working directory.
 * @returns a path, which need not exist
 */
export function locateWorld(world: string): string {
  const isName = /^[A-Za-z0-9_-]+$/.test(world)
  const shipped = projectFile(`worlds/${world}`)
  return isName && existsSync(`${shipped}/world.yaml`) ? shipped : world
}
