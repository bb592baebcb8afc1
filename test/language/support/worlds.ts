import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { must } from '#base/result.js'
import type { Schema, SchemaNode } from '#language/schema/schema.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { REPO } from '../../../lab/architecture/source-tree.js'

const FOREIGN = join(REPO, 'test/worlds/foreign')

/** A world of the repository, shipped or written by others. */
export function worldOf(folder: string) {
  const file = join(REPO, folder, 'world.yaml')
  return must(parseDomainText(readFileSync(file, 'utf8'), file), folder)
}

/** Every world that the tests have: the shipped ones and those of other kinds of robots. */
export const WORLDS = [
  ...['field', 'home', 'service', 'tabletop', 'task-board'].map((name) => `worlds/${name}`),
  ...readdirSync(FOREIGN, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `test/worlds/foreign/${name}`),
].map((folder) => ({ folder, domain: worldOf(folder) }))

/** Values that keep to a schema: what a model that understands nothing could reply. */
export function repliesOf(schema: Schema): fc.Arbitrary<unknown> {
  const defs = new Map<string, fc.Arbitrary<unknown>>()
  const of = (node: SchemaNode): fc.Arbitrary<unknown> => {
    if ('enum' in node) return fc.constantFrom(...node.enum)
    if ('anyOf' in node) return fc.oneof(...node.anyOf.map(of))
    if ('$ref' in node) {
      const name = node.$ref.slice('#/$defs/'.length)
      const known = defs.get(name)
      if (known !== undefined) return known
      const made = of(must({ ok: true, value: schema.$defs?.[name] }, name) as SchemaNode)
      defs.set(name, made)
      return made
    }
    switch (node.type) {
      case 'string':
        return fc.string({ maxLength: node.maxLength, unit: fc.constantFrom(...'ab c.,é') })
      case 'integer':
        return fc.integer({ min: node.minimum, max: node.maximum })
      case 'array':
        return fc.array(of(node.items), {
          minLength: node.minItems,
          maxLength: Math.min(node.maxItems, Math.max(node.minItems, 3)),
        })
      case 'object':
        return fc.record(
          Object.fromEntries(Object.entries(node.properties).map(([key, value]) => [key, of(value)])),
        )
    }
  }
  return of(schema)
}
