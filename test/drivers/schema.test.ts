import { format, resolveConfig } from 'prettier'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { driverJsonSchema } from '#drivers/codec/driver-schema.js'
import {
  decodeDriverMessage,
  decodeHostMessage,
  encodeDriverMessage,
  encodeHostMessage,
} from '#drivers/message-codec.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { DRIVER_SAYS, HOST_SAYS } from './support/examples.js'
import { fits } from './support/fits-schema.js'

const schema = driverJsonSchema()
const of = (side: 'fromHost' | 'fromDriver') => ({ ...schema, anyOf: [{ $ref: `#/$defs/${side}` }] })

describe('config/driver.schema.json', () => {
  it('is what the codec reads (refresh: vitest -u)', async () => {
    const file = `${REPO}/config/driver.schema.json`
    const options = await resolveConfig(file)
    const text = await format(JSON.stringify(schema), { ...options, parser: 'json' })
    await expect(text).toMatchFileSnapshot(file)
  })

  it('takes every message of each side, and none of the other', () => {
    const [host, driver] = [HOST_SAYS.map(encodeHostMessage), DRIVER_SAYS.map(encodeDriverMessage)]
    expect(host.map((line) => fits(of('fromHost'), JSON.parse(line)))).toEqual(host.map(() => true))
    expect(driver.map((line) => fits(of('fromDriver'), JSON.parse(line)))).toEqual(driver.map(() => true))
    expect(host.filter((line) => fits(of('fromDriver'), JSON.parse(line)))).toEqual([])
    expect(driver.filter((line) => fits(of('fromHost'), JSON.parse(line)))).toEqual([])
  })

  it('says the same of damaged messages as the codec', () => {
    let refused = 0
    const odd = fc.constantFrom<unknown>(null, -1, 0, 0.5, 1e300, '', 'x', true, [], {}, [{}], 'a b', 5_000)
    const damage = (value: unknown, path: readonly number[], put: unknown): unknown => {
      if (path.length === 0 || typeof value !== 'object' || value === null) return put
      const names = Object.keys(value)
      const name = names[(path[0] ?? 0) % Math.max(1, names.length)]
      if (name === undefined) return put
      const child = damage((value as Record<string, unknown>)[name], path.slice(1), put)
      return Array.isArray(value) ? value.with(Number(name), child) : { ...value, [name]: child }
    }
    const example = fc.oneof(
      fc.constantFrom(...HOST_SAYS).map((message) => ['fromHost', encodeHostMessage(message)] as const),
      fc.constantFrom(...DRIVER_SAYS).map((message) => ['fromDriver', encodeDriverMessage(message)] as const),
    )
    fc.assert(
      fc.property(
        example,
        fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
        odd,
        ([side, line], path, put) => {
          const json = damage(JSON.parse(line), path, put)
          const decode = side === 'fromHost' ? decodeHostMessage : decodeDriverMessage
          const read = decode(JSON.stringify(json)).ok
          if (!read) refused++
          // an answer does not say to what it answers: the schema takes what is none of them as a bare "done"
          return read ? fits(of(side), json) : !fits(of(side), json) || side === 'fromDriver'
        },
      ),
      { numRuns: 5000, seed: 16 },
    )
    expect(refused).toBeGreaterThan(1000)
  })
})
