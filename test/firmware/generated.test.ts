import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generate } from '../../firmware-protocol/generate.js'
import {
  canonicalList,
  checkSchema,
  payloadBytes,
  schemaHash,
} from '../../firmware-protocol/generator/schema.js'
import type { Schema } from '../../firmware-protocol/generator/schema.js'
import { sha256 } from '#base/hash.js'
import { PROTOCOL } from '#link/messages.gen.js'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const schemaJson = read('firmware-protocol/schema.json')
const schema = JSON.parse(schemaJson) as Schema

describe('one schema, generated files (VRL-26)', () => {
  it('the committed files are what the schema generates, byte for byte', async () => {
    const files = await generate(schemaJson, read('.prettierrc.json'))
    expect(files.size).toBe(5)
    for (const [path, text] of files)
      expect(read(path), `${path}: run npx tsx firmware-protocol/generate.ts`).toBe(text)
  })

  it('the schema hash is the first four bytes of the SHA-256 of the canonical list', () => {
    const bytes = Buffer.from(sha256(canonicalList(schema)).slice(0, 8), 'hex')
    expect(schemaHash(schema)).toBe(bytes.readUInt32LE(0))
    expect(PROTOCOL.schemaHash).toBe(schemaHash(schema))
  })

  it('the hash follows the wire and ignores the words', () => {
    const reworded = schemaJson.replace('"doc": "measured"', '"doc": "measured by the encoder"')
    expect(reworded).not.toBe(schemaJson)
    expect(schemaHash(JSON.parse(reworded) as Schema)).toBe(schemaHash(schema))
    const widened = schemaJson.replace('"max": 5000', '"max": 6000')
    expect(widened).not.toBe(schemaJson)
    expect(schemaHash(JSON.parse(widened) as Schema)).not.toBe(schemaHash(schema))
  })

  it('every field has words, every payload fits a frame, telemetry stays within 120 bytes', () => {
    expect(schema.messages.length).toBeGreaterThanOrEqual(20)
    for (const message of schema.messages) {
      expect(payloadBytes(message), message.name).toBeLessThanOrEqual(120)
      for (const field of message.fields) expect(field.doc, `${message.name}.${field.name}`).not.toBe('')
    }
  })

  it('a schema that breaks the rules is refused', () => {
    const first = schema.messages[0] as Schema['messages'][number]
    const breaking = (message: object): Schema => ({
      ...schema,
      messages: [...schema.messages, { ...first, ...message }],
    })
    expect(() => checkSchema(breaking({ name: 'Twin' }))).toThrow('id 1 is taken')
    expect(() => checkSchema(breaking({ id: 0x99 }))).toThrow('way to the host')
    expect(() => checkSchema(breaking({ id: 99, kind: 'actuation' }))).toThrow('must begin with session')
    const long = [{ name: 'long', type: 'u32', count: 31, doc: 'too much' }]
    expect(() => checkSchema(breaking({ id: 99, fields: long }))).toThrow('124 bytes')
  })
})
