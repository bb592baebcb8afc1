/**
 * One schema, five generated files. `npx tsx firmware-protocol/generate.ts` writes them; the test suite calls
 * `generate` and compares with what is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import { cHeader } from './generator/c-header.js'
import { checkSchema, type Schema } from './generator/schema.js'
import { specTables } from './generator/spec-tables.js'
import { tsTable, tsTypes } from './generator/ts-module.js'
import { vectors } from './generator/vectors.js'

const ROOT = new URL('../', import.meta.url)

/** Returns the generated files, path from the repository's root → text. The same schema gives the same bytes. */
export async function generate(
  schemaJson: string,
  prettierJson: string,
): Promise<ReadonlyMap<string, string>> {
  const schema = JSON.parse(schemaJson) as Schema
  checkSchema(schema)
  const style = JSON.parse(prettierJson) as object
  return new Map([
    ['firmware-protocol/gen/fwp_msgs.h', cHeader(schema)],
    ['firmware-protocol/gen/vectors.json', vectors(schema)],
    ['firmware-protocol/SPEC.md', specTables(schema)],
    ['src/link/messages.gen.ts', await format(tsTypes(schema), { ...style, parser: 'typescript' })],
    ['src/link/message-table.gen.ts', await format(tsTable(schema), { ...style, parser: 'typescript' })],
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
  for (const [path, text] of await generate(
    read('firmware-protocol/schema.json'),
    read('.prettierrc.json'),
  )) {
    writeFileSync(new URL(path, ROOT), text)
  }
}
