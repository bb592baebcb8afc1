import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { domainJsonSchema } from '#worlds/shape/domain-shape.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { WORLDS, worldText } from './worlds.js'

describe('config/domain.schema.json', () => {
  it('is what the loader reads, written for editors (refresh: vitest -u)', async () => {
    const file = `${REPO}/config/domain.schema.json`
    const options = await resolveConfig(file)
    const text = await format(JSON.stringify(domainJsonSchema()), { ...options, parser: 'json' })
    await expect(text).toMatchFileSnapshot(file)
  })

  it('is named at the top of every shipped domain', () => {
    for (const name of WORLDS) {
      expect(worldText(name)).toMatch(
        /^# yaml-language-server: \$schema=\.\.\/\.\.\/config\/domain\.schema\.json\n/,
      )
    }
  })
})
