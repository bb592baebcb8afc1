import type { FieldMap, Mask, Point, Zone, ZoneId } from '#base/field-map.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { m, rad } from '#base/units.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { checkField } from './field-checks.js'
import {
  fieldListSchema,
  fieldParts,
  fieldSchema,
  zoneSchema,
  type FieldEntry,
  type ZoneEntry,
} from './field-schema.js'
import { firstProblems, MAX_PROBLEMS, FIELD_FILE } from '#documents/yaml-problems.js'
import { readTextFile } from '#documents/read-text-file.js'
import { shapeProblems } from './field-problems.js'
import { valueAt } from '#documents/value-text.js'
import { readYaml, type YamlText } from '#documents/yaml-text.js'

/**
 * Loads the fields of a YAML file: one field, or a list under `fields:` (schema: `config/field.schema.json`). Units
 * are metres. Reports all problems at once, each with line and column; never throws because of a file's contents.
 */
export async function loadFieldFile(
  path: string,
): Promise<Result<readonly FieldSetup[], readonly Diagnostic[]>> {
  const text = await readTextFile(path)
  return text.ok ? parseFieldText(text.value, path) : err([text.error])
}

/**
 * Parses the text of a field file.
 * @param file name used in the positions of diagnostics
 */
export function parseFieldText(
  text: string,
  file: string,
): Result<readonly FieldSetup[], readonly Diagnostic[]> {
  const yaml = readYaml(text, file)
  if (!yaml.ok) return err(firstProblems(yaml.error, file, FIELD_FILE))
  const { entries, problems } = readEntries(yaml.value)
  if (problems.length > 0) return err(firstProblems(problems, file, FIELD_FILE))
  return ok(entries.map(toSetup))
}

type Path = readonly (string | number)[]

function readEntries(yaml: YamlText): {
  readonly entries: readonly FieldEntry[]
  readonly problems: readonly Diagnostic[]
} {
  if (valueAt(yaml.value, ['fields']) === undefined) {
    const read = fieldSchema.safeParse(yaml.value)
    const shape = read.success ? [] : shapeProblems(read.error.issues, [], yaml)
    return { entries: read.success ? [read.data] : [], problems: [...shape, ...crossCheck(yaml, [])] }
  }
  const read = fieldListSchema.safeParse(yaml.value)
  const shape = read.success ? [] : shapeProblems(read.error.issues, [], yaml)
  const paths = listAt(yaml.value, ['fields'])
    .slice(0, MAX_PROBLEMS)
    .map((_, index): Path => ['fields', index])
  const problems = [
    ...shape,
    ...paths.flatMap((path) => crossCheck(yaml, path)),
    ...duplicateIds(yaml, paths),
  ]
  return { entries: read.success ? read.data.fields : [], problems }
}

/** Cross-checks the values of the field at this path, for those parts that have the right shape. */
function crossCheck(yaml: YamlText, path: Path): Diagnostic[] {
  const part = <T>(key: string, schema: { safeParse: (value: unknown) => { data?: T } }): T | undefined =>
    schema.safeParse(valueAt(yaml.value, [...path, key])).data
  const zones = listAt(yaml.value, [...path, 'zones'])
  const findings = checkField({
    size: part('size', fieldParts.size),
    zones: zones.length > MOST_ZONES ? [] : zones.map((zone) => zoneSchema.safeParse(zone).data),
    home: part('home', fieldParts.home),
    shelf: part('shelf', fieldParts.shelf),
    start: part('start', fieldParts.start),
  })
  return findings.map(({ path: inner, ...finding }) => ({
    ...finding,
    severity: 'error',
    where: yaml.whereValue([...path, ...inner]),
  }))
}

/** Too many zones are reported as one problem of shape, not as a thousand overlaps. */
const MOST_ZONES = 8

function duplicateIds(yaml: YamlText, paths: readonly Path[]): Diagnostic[] {
  const first = new Map<unknown, Path>()
  return paths.flatMap((path) => {
    const id = valueAt(yaml.value, [...path, 'id'])
    const earlier = first.get(id)
    if (earlier === undefined) first.set(id, path)
    if (typeof id !== 'string' || earlier === undefined) return []
    return [
      {
        code: 'field.id-twice',
        severity: 'error',
        message: `two fields have the id ${id.slice(0, 40)}`,
        where: yaml.whereValue([...path, 'id']),
        expected: 'every id once in a file',
        got: `the id of line ${yaml.whereValue([...earlier, 'id']).line} again`,
      },
    ]
  })
}

const listAt = (value: unknown, path: Path): readonly unknown[] => {
  const list = valueAt(value, path)
  return Array.isArray(list) ? list : []
}

function toSetup(entry: FieldEntry): FieldSetup {
  const map: FieldMap = {
    id: entry.id,
    size: toPoint(entry.size),
    zones: entry.zones.map(toZone),
    home: { at: toPoint(entry.home.at), radius: m(entry.home.radius) },
    shelf: {
      at: toPoint(entry.shelf.at),
      target: toPoint(entry.shelf.target),
      size: toPoint(entry.shelf.size),
    },
  }
  const orange = entry.zones.flatMap((zone): [ZoneId, Mask][] =>
    zone.kind === 'load'
      ? [[zone.id, zone.faces.map((face) => (face === 'orange' ? '1' : '0')).join('')]]
      : [],
  )
  const start = toPoint(entry.start ?? entry.home.at)
  return { map, orange: new Map(orange), start: { ...start, theta: rad(0) } }
}

const toZone = (zone: ZoneEntry): Zone => ({
  id: zone.id,
  kind: zone.kind,
  at: toPoint(zone.at),
  size: toPoint(zone.size),
  needsShelf: zone.kind === 'unload' && zone.needsShelf,
})

const toPoint = ({ x, y }: { readonly x: number; readonly y: number }): Point => ({ x: m(x), y: m(y) })
