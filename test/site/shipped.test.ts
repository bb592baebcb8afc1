import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { knownKeys } from '#config/service/words/known-keys.js'
import { originOf, showSite } from '#cli/config/show-site.js'
import { loadSite, readSite } from '#config/service/site-config.js'
import { siteJsonSchema } from '#config/service/site-schema.js'
import { CONFIG_PATH, everyKey, SCHEMA_PATH, shippedConfig, siteOf } from './site-text.js'

describe('the shipped configuration', () => {
  it('says nothing but the defaults, also with every # taken away', async () => {
    const defaults = await loadSite(undefined)
    const shipped = await readSite(CONFIG_PATH)
    expect(shipped.ok && shipped.value.config).toEqual(defaults.ok && defaults.value)
    expect(shipped.ok && shipped.value.warnings).toEqual([])
    expect(siteOf(everyKey()).config).toEqual(defaults.ok && defaults.value)
  })

  it('names every key there is', () => {
    const { written } = siteOf(everyKey())
    const missing = [...knownKeys().keys()].filter((name) => !written(name))
    expect(missing).toEqual([])
    expect(knownKeys().size).toBeGreaterThanOrEqual(45)
  })

  it('tells an editor its schema on the first line', () => {
    expect(shippedConfig().split('\n')[0]).toBe('# yaml-language-server: $schema=./graft.schema.json')
  })

  it('graft.schema.json is the schema that the loader checks (refresh: vitest -u)', async () => {
    const options = { ...(await resolveConfig(SCHEMA_PATH)), parser: 'json' }
    await expect(await format(JSON.stringify(siteJsonSchema()), options)).toMatchFileSnapshot(SCHEMA_PATH)
  })

  it('every key has a description that ends as a sentence, and a default', () => {
    for (const { name, schema, defaultValue } of knownKeys().values()) {
      expect(schema.description, name).toMatch(/[.?]$/)
      expect(defaultValue === undefined, name).toBe(name === 'version')
    }
  })
})

describe('what is in force', () => {
  it('is shown as YAML that reads back, with where each value comes from', () => {
    const site = siteOf('version: 1\ncamera: { fps: 20 }\nrobot: { devices: "/dev/a, /dev/b*" }\n')
    const shown = showSite(site, 'graft.yaml')
    expect(siteOf(shown).config).toEqual(site.config)
    expect(shown).toMatch(/^ {2}fps: 20 +# file$/m)
    expect(shown).toMatch(/^ {2}width: 640 +# default$/m)
    const origins = Object.values(originOf(site))
    expect(origins.filter((origin) => origin === 'file')).toHaveLength(3)
    expect(origins).toHaveLength(knownKeys().size)
  })
})
