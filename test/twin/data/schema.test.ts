import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { domainJsonSchema } from '#worlds/shape/domain-shape.js'
import { mapJsonSchema } from '#worlds/map/map-shape.js'
import { robotJsonSchema } from '#worlds/robot/robot-shape.js'
import { taskJsonSchema } from '#worlds/task/task-shape.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { WORLDS, worldText } from './worlds.js'

describe('the schemas of world, task, robot and map', () => {
  it.each([
    ['domain', domainJsonSchema()],
    ['task', taskJsonSchema()],
    ['robot', robotJsonSchema()],
    ['map', mapJsonSchema()],
  ])(
    'config/%s.schema.json is what the loader reads, written for editors (refresh: vitest -u)',
    async (kind, schema) => {
      const file = `${REPO}/config/${kind}.schema.json`
      const options = await resolveConfig(file)
      const text = await format(JSON.stringify(schema), { ...options, parser: 'json' })
      await expect(text).toMatchFileSnapshot(file)
    },
  )

  it('is named at the top of every shipped domain', () => {
    for (const name of WORLDS) {
      expect(worldText(name)).toMatch(
        /^# yaml-language-server: \$schema=\.\.\/\.\.\/config\/domain\.schema\.json\n/,
      )
    }
  })
})
