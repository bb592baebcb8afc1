import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { SiteConfig } from '#config/service/site-config.js'
import type { SiteWorld } from './site-world.js'

/**
 * Opens the world that the configuration names, or the field. Only its own code is loaded: a service that was killed is
 * back the sooner the less there is to load.
 * @returns what the service works on; or every mistake in the documents that the configuration names, with its place
 */
export async function openSite(config: SiteConfig): Promise<Result<SiteWorld, readonly Diagnostic[]>> {
  const { name, task, scenario } = config.world
  if (name !== null) {
    const { namesFieldWorld, readFieldWorld } = await import('#app/world/field/field-world.js')
    if (!namesFieldWorld(name)) {
      const { dataSite } = await import('./data-site.js')
      return dataSite(config, name)
    }
    // the field is run by its name only, yet its documents have to be sound
    const documents = await readFieldWorld({ task: task ?? undefined, scenario: scenario ?? undefined })
    if (!documents.ok) return documents
  }
  const { fieldSite } = await import('./field-site.js')
  return fieldSite(config)
}
