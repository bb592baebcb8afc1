import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadFieldFile } from '#config/field/field-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

/** Writes a field as a file of somebody's own and has it read as such; JSON is YAML. */
export async function readFieldText({ map, orange }: FieldSetup): ReturnType<typeof loadFieldFile> {
  const zones = map.zones.map(({ id, kind, at, size, needsShelf }) =>
    kind === 'load'
      ? {
          id,
          kind,
          at,
          size,
          faces: [...(orange.get(id) ?? '')].map((bit) => (bit === '1' ? 'orange' : 'blue')),
        }
      : { id, kind, at, size, needsShelf },
  )
  const folder = mkdtempSync(join(tmpdir(), 'graft-field-'))
  try {
    const file = join(folder, 'field.yaml')
    const { id, size, home, shelf } = map
    writeFileSync(file, JSON.stringify({ id, size, zones, home, shelf }))
    return await loadFieldFile(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
