import { dirname, resolve } from 'node:path'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import { readTextFile } from '../config/read-text-file.js'
import { readYaml } from '../config/yaml-text.js'
import { SITE_FILE } from './site-file.js'
import { SITE_VERSION, siteSchema, type SiteValues } from './site-schema.js'

export { siteSchema } from './site-schema.js'

/** The configuration as it is in force. Paths are absolute; `null` means what the schema says of it. */
export type SiteConfig = SiteValues & { readonly store: { readonly dir: string } }

/** A configuration with all that is worth knowing of it. */
export interface Site {
  readonly config: SiteConfig
  /** things that will work and may not be meant */
  readonly warnings: readonly Diagnostic[]
}

/**
 * The configuration of a file; without one, that of a virtual robot on loopback. Fails with every problem at once, each
 * at its line and column; never throws for what a file holds.
 */
export async function loadSite(path: string | undefined): Promise<Result<SiteConfig, readonly Diagnostic[]>> {
  const site = await readSite(path)
  return site.ok ? ok(site.value.config) : site
}

/** As `loadSite`, with the warnings. */
export async function readSite(path: string | undefined): Promise<Result<Site, readonly Diagnostic[]>> {
  if (path === undefined)
    return ok({ config: settle(siteSchema.parse({ version: SITE_VERSION }), '.'), warnings: [] })
  const text = await readTextFile(path, SITE_FILE)
  return text.ok ? parseSite(text.value, path) : err([text.error])
}

/** @param file the name that positions in diagnostics carry; relative paths in the text count from its folder */
export function parseSite(text: string, file: string): Result<Site, readonly Diagnostic[]> {
  const yaml = readYaml(text, file, SITE_FILE)
  if (!yaml.ok) return yaml
  const read = siteSchema.safeParse(yaml.value.value)
  if (!read.success) {
    const { issues } = read.error
    return err(
      issues.map(({ message, path }) => ({
        code: 'config.value',
        severity: 'error',
        message,
        where: yaml.value.whereValue(path),
      })),
    )
  }
  return ok({ config: settle(read.data, dirname(file)), warnings: [] })
}

/** Paths become absolute: a service is started from anywhere. */
function settle(values: SiteValues, folder: string): SiteConfig {
  const from = (path: string | null): string | null => (path === null ? null : resolve(folder, path))
  const { camera, field, policy, models, store } = values
  return {
    ...values,
    camera: { ...camera, model: from(camera.model) },
    field: { ...field, file: from(field.file) },
    policy: { ...policy, tree: from(policy.tree) },
    models: { ...models, dir: from(models.dir) },
    store: { ...store, dir: from(store.dir) ?? stateFolder() },
  }
}

/** systemd names the folder of a service; who starts it by hand has it in the working folder. */
function stateFolder(): string {
  const [first = ''] = (process.env.STATE_DIRECTORY ?? '').split(':')
  return resolve(first === '' ? '.graft' : first)
}
