import { dirname, resolve } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { firstProblems, type FileKind } from '#documents/yaml-problems.js'
import { readTextFile } from '#documents/read-text-file.js'
import { valueAt } from '#documents/value-text.js'
import { readYaml, type YamlText } from '#documents/yaml-text.js'
import type { SiteDraft } from './checks/finding.js'
import { migrateDocument } from './migrate/migrations.js'
import { namedFiles } from './checks/named-files.js'
import { checkSite } from './checks/site-checks.js'
import { siteProblems } from './words/site-problems.js'
import {
  isServerAddress,
  SECTIONS,
  SITE_VERSION,
  siteSchema,
  type SiteConfig,
  type SiteValues,
} from './site-schema.js'
import { chooseFields } from '../field/choose-fields.js'

export { type SiteConfig } from './site-schema.js'

/** A configuration with its warnings and the keys that it sets. */
export interface Site {
  readonly config: SiteConfig
  /** settings that work but may be unintended */
  readonly warnings: readonly Diagnostic[]
  /** whether the file sets this key (`camera.fps`) or leaves it at its default */
  readonly written: (name: string) => boolean
}

/**
 * Loads a configuration file; without one, returns the defaults, a virtual robot on loopback. Reports all problems at
 * once, each with line and column; never throws because of a file's contents.
 */
export async function loadSite(path: string | undefined): Promise<Result<SiteConfig, readonly Diagnostic[]>> {
  const site = await readSite(path)
  return site.ok ? ok(site.value.config) : site
}

/** As `loadSite`, with the warnings. Also checks the files that the configuration names. */
export async function readSite(path: string | undefined): Promise<Result<Site, readonly Diagnostic[]>> {
  if (path === undefined) {
    const config = withAbsolutePaths(siteSchema.parse({ version: SITE_VERSION }), '.')
    return ok({ config, warnings: [], written: () => false })
  }
  const text = await readTextFile(path, SITE_FILE)
  if (!text.ok) return err([text.error])
  const read = parseSite(text.value, path)
  if (!read.ok) return read
  const problems = await namedFiles(read.value.config, read.value.yaml.whereValue)
  return problems.length === 0 ? read : err(firstProblems(problems, path, SITE_FILE))
}

/**
 * Parses the text of a configuration file.
 * @param file name used in the positions of diagnostics; relative paths in the text are resolved against its folder
 */
export function parseSite(
  text: string,
  file: string,
): Result<Site & { readonly yaml: YamlText }, readonly Diagnostic[]> {
  const fail = (problems: readonly Diagnostic[]): Result<never, readonly Diagnostic[]> =>
    err(firstProblems(problems, file, SITE_FILE))
  let migration: readonly Diagnostic[] = []
  const read = readYaml(text, file, SITE_FILE, (document, at) => {
    migration = migrateDocument(document, at)
  })
  if (!read.ok) return fail(read.error)
  const yaml = read.value
  if (migration.some(({ code }) => code === 'config.version-newer')) return fail(migration)
  const value = withoutEmptySections(yaml.value)
  const shape = siteSchema.safeParse(value)
  const written = (name: string): boolean => valueAt(value, name.split('.')) !== undefined
  const findings = checkSite(draftOf(value), written).map(({ path, ...finding }): Diagnostic => ({
    ...finding,
    where: yaml.whereValue(path),
  }))
  const errors = [...migration, ...findings].filter(({ severity }) => severity === 'error')
  if (!shape.success) return fail([...siteProblems(shape.error.issues, yaml), ...errors])
  if (errors.length > 0) return fail(errors)
  const warnings = [...migration, ...findings]
  return ok({ config: withAbsolutePaths(shape.data, dirname(file)), warnings, written, yaml })
}

/** `camera:` with all its keys commented out is null in YAML, but an empty section to a person. */
function withoutEmptySections(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const kept = Object.entries(value).filter(
    ([key, inside]) => inside !== null || !Object.hasOwn(SECTIONS, key),
  )
  // the null prototype keeps a key named `__proto__` an ordinary key
  return Object.assign(Object.create(null), Object.fromEntries(kept))
}

function draftOf(value: unknown): SiteDraft {
  const sections = Object.entries(SECTIONS).map(([name, schema]) => [
    name,
    schema.safeParse(valueAt(value, [name]) ?? {}).data,
  ])
  return Object.fromEntries(sections) as SiteDraft
}

/** Makes paths absolute, since a service may be started from any folder. */
function withAbsolutePaths(values: SiteValues, folder: string): SiteConfig {
  const absolute = (path: string | null): string | null => (path === null ? null : resolve(folder, path))
  const { camera, field, world, policy, models, chat, store } = values
  // a name without a slash is that of a world that comes with graft
  const name = world.name?.includes('/') === true ? absolute(world.name) : world.name
  return {
    ...values,
    camera: { ...camera, model: absolute(camera.model) },
    field: { ...field, file: absolute(field.file) },
    world: { ...world, name },
    policy: { ...policy, tree: absolute(policy.tree) },
    models: { ...models, dir: absolute(models.dir) },
    chat: {
      ...chat,
      use: chat.use !== null && isServerAddress(chat.use) ? chat.use : absolute(chat.use),
      keyFile: absolute(chat.keyFile),
    },
    store: { ...store, dir: absolute(store.dir) ?? stateFolder() },
  }
}

/** systemd sets the state folder of a service; started manually, it uses the working folder. */
function stateFolder(): string {
  const [first = ''] = (process.env.STATE_DIRECTORY ?? '').split(':')
  return resolve(first === '' ? '.graft' : first)
}

/** Wording of the diagnostics for a configuration file. */
export const SITE_FILE: FileKind = {
  code: 'config',
  name: 'configuration file',
  contents: 'keys and values that begin with `version: 1`',
  secondDocumentHint: 'a robot has one configuration: put everything into one document',
  emptyFileHint: 'begin with version: 1; everything else has a default',
}

/** Loads the configured field, or another one by its id, from the configured file or from the shipped ones. */
export const fieldsOf = ({ field }: SiteConfig, id: string = field.id): ReturnType<typeof chooseFields> =>
  chooseFields({ field: id, ...(field.file !== null && { fields: field.file }) })
