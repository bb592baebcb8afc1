import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { loadFieldFile } from '#config/field/field-file.js'
import { projectFile } from '#documents/read-text-file.js'

/**
 * Fields of one YAML file, or of all in a folder, in the order of their names; without a path the five
 * shipped ones.
 */
export async function benchFields(
  path: string = projectFile('config/fields'),
): Promise<Result<readonly FieldSetup[], readonly Diagnostic[]>> {
  const files = filesOf(path)
  if (files.length === 0) return err([noFields(path)])
  const fields: FieldSetup[] = []
  const problems: Diagnostic[] = []
  const fileOf = new Map<string, string>()
  for (const file of files) {
    const loaded = await loadFieldFile(file)
    if (!loaded.ok) problems.push(...loaded.error)
    for (const setup of loaded.ok ? loaded.value : []) {
      const { id } = setup.map
      const other = fileOf.get(id)
      if (other !== undefined) problems.push(idTwice(id, file, other))
      fileOf.set(id, file)
      fields.push(setup)
    }
  }
  return problems.length > 0 ? err(problems) : ok(fields)
}

/** What is no folder is left to the reader of field files, which says what is wrong with it. */
function filesOf(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  return readdirSync(path)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(path, name))
}

const noFields = (path: string): Diagnostic => ({
  code: 'bench.no-fields',
  severity: 'error',
  message: `the folder ${path} holds no field`,
  expected: 'files that end in .yaml',
  hint: 'config/fields holds the shipped ones, config/bench/fields.yaml those of the bench',
})

const idTwice = (id: string, file: string, other: string): Diagnostic => ({
  code: 'field.id-twice',
  severity: 'error',
  message: `two fields have the id ${id}`,
  where: { file, line: 1, column: 1 },
  expected: 'every id once in a bench: it names the runs',
  got: `${id} of ${other} again`,
})
