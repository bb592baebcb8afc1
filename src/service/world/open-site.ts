import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { SiteConfig } from '#config/service/site-config.js'
import { namesFieldWorld, readFieldWorld } from '#app/world/field/field-world.js'
import { dataSite } from './data-site.js'
import { fieldSite } from './field-site.js'
import type { SiteWorld } from './site-world.js'

/** Opens the world that the configuration names, or the field. */
export async function openSite(config: SiteConfig): Promise<Result<SiteWorld, readonly Diagnostic[]>> {
  const { name, task, scenario } = config.world
  if (name !== null && !namesFieldWorld(name)) return dataSite(config, name)
  if (name === null) return fieldSite(config)
  const documents = await readFieldWorld({ task: task ?? undefined, scenario: scenario ?? undefined })
  return documents.ok ? fieldSite(config) : documents
}
