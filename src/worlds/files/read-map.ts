import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTextFile } from '#documents/read-text-file.js'
import type { DataDomain } from '../assemble.js'
import { loadMap, MAP_FILE, type LoadedMap } from '../map/load-map.js'

/**
 * Reads the `map.yaml` of a world's folder (schema: `config/map.schema.json`), checked against the world;
 * undefined where there is none, for a world needs no map. Fails with all problems at once, each with line and column.
 */
export async function readMap(
  folder: string,
  domain: DataDomain,
): Promise<Result<LoadedMap | undefined, readonly Diagnostic[]>> {
  const file = join(folder, 'map.yaml')
  // a link to nothing is a map that is missing, not a world without one
  const isThere = await lstat(file).then(
    () => true,
    (cause: NodeJS.ErrnoException) => cause.code !== 'ENOENT',
  )
  if (!isThere) return ok(undefined)
  const text = await readTextFile(file, MAP_FILE)
  return text.ok ? loadMap(text.value, file, domain) : err([text.error])
}
