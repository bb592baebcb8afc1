import { type Diagnostic, didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { loadFieldFile } from './field-file.js'
import { projectFile } from '#documents/read-text-file.js'

/** The world of the fields: `--world field` and `world: { name: field }` say what is meant without them, too. */
export const FIELD_WORLD = 'field'

/** The five fields of benchmarks §6.1: same coordinates, different block faces. */
export const SHIPPED_FIELDS = ['F1', 'F2', 'F3', 'F4', 'F5'].map((id) => ({
  id,
  file: projectFile(`config/fields/${id}.yaml`),
}))

/** Loads the fields to learn on, in order, from a file or from the shipped ones; only `field` if it is named. */
export async function chooseFields(options: {
  readonly field?: string
  readonly fields?: string
}): Promise<Result<readonly FieldSetup[], readonly Diagnostic[]>> {
  if (options.fields !== undefined) {
    const loaded = await loadFieldFile(options.fields)
    if (!loaded.ok || options.field === undefined) return loaded
    const chosen = loaded.value.filter(({ map }) => map.id === options.field)
    const ids = loaded.value.map(({ map }) => map.id)
    return chosen.length > 0 ? ok(chosen) : err([unknownField(options.field, ids, options.fields)])
  }
  const id = options.field ?? 'F1'
  const shipped = SHIPPED_FIELDS.find((field) => field.id === id)
  if (shipped === undefined)
    return err([
      unknownField(
        id,
        SHIPPED_FIELDS.map((field) => field.id),
        'the shipped fields',
      ),
    ])
  return loadFieldFile(shipped.file)
}

function unknownField(id: string, known: readonly string[], place: string): Diagnostic {
  const near = didYouMean(id, known)
  return {
    code: 'field.unknown',
    severity: 'error',
    message: `there is no field ${JSON.stringify(id)} in ${place}`,
    expected: known.join(', '),
    got: id,
    hint:
      near === undefined
        ? 'a field of your own: graft run --fields FILE.yaml, field.file in the configuration of the service'
        : `did you mean ${near}?`,
  }
}
