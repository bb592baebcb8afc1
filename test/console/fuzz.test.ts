import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { stream } from '#base/random.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import { mayActAs, ROLES, type Role } from '#console/roles.js'
import { dispatcherBench } from './support/dispatcher-bench.js'
import { mutate } from './support/mutate.js'
import { COMMANDS, SAMPLES } from './support/samples.js'

/** Mutated messages; `GRAFT_FUZZ=1000000 npx vitest run test/console/fuzz` for the bar. */
const COUNT = Number(process.env['GRAFT_FUZZ'] ?? 50_000)

const SEEDS = COMMANDS.map((cmd, i) =>
  JSON.stringify({ v: 1, id: i % 2 === 0 ? i : `n${i}`, cmd, params: SAMPLES[cmd], by: 'anna' }),
)

describe(`${COUNT} mutated messages`, () => {
  it(
    'get one reply each, and what reaches the host is a valid request word for word',
    async () => {
      let executed = 0
      let effects = 0
      const codes = new Map<string, number>()
      const slice = 5000
      for (let from = 0; from < COUNT; from += slice) {
        const bench = dispatcherBench({
          limits: { perSecond: 1e9, atOnce: 1e9, perSecondOfRole: 1e9, atOnceOfRole: 1e9 },
        })
        for (let run = from; run < Math.min(COUNT, from + slice); run++) {
          const rng = stream('console', run)
          const message = mutate(SEEDS, rng)
          const role = rng.pick(ROLES)
          const before = bench.executed.length
          const answer = bench.answer(message, { role, client: `c${run % 7}` })
          const reply = replyShape.parse(JSON.parse(Buffer.from(await answer).toString()))
          codes.set(
            reply.ok ? 'ok' : reply.error.code,
            (codes.get(reply.ok ? 'ok' : reply.error.code) ?? 0) + 1,
          )
          const valid = judge(message, role)
          const got = bench.executed.slice(before)
          if (got.length > 0) effects += CATALOGUE[got[0]?.command ?? 'status'].role === 'viewer' ? 0 : 1
          executed += got.length
          const same = JSON.stringify(got.map(({ command, params, who }) => [command, params, who.name]))
          if (
            same !== JSON.stringify(valid === undefined ? [] : [valid]) ||
            reply.ok !== (valid !== undefined)
          )
            expect.fail(
              `run ${run}: ${Buffer.from(message).toString()}\nexecuted ${same}, reply ${JSON.stringify(reply)}`,
            )
        }
      }
      if (process.env['GRAFT_FUZZ'] !== undefined)
        process.stdout.write(
          `${COUNT} messages, ${executed} valid (${effects} of them deeds): ${JSON.stringify([...codes])}\n`,
        )
      // it saw both sides, and each way of being wrong
      expect(executed).toBeGreaterThan(COUNT / 100)
      expect(executed).toBeLessThan(COUNT / 2)
      for (const code of SEEN) expect([code, (codes.get(code) ?? 0) > 0]).toEqual([code, true])
    },
    Math.max(120_000, COUNT),
  )

  it('a dispatcher that checks no roles would be found out', () => {
    const seen = Array.from({ length: 2000 }, (_, run) => {
      const rng = stream('console', run)
      const message = mutate(SEEDS, rng)
      const role = rng.pick(ROLES)
      return judge(message, 'maintainer') !== undefined && judge(message, role) === undefined
    })
    expect(seen.filter(Boolean).length).toBeGreaterThan(5)
  })
})

/** Another reading of what a valid request is: of the bytes as a whole, without the dispatcher's code. */
function judge(bytes: Uint8Array, role: Role): [CommandName, unknown, string] | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(Buffer.from(bytes))) return undefined
  if (bytes.length > (role === 'maintainer' ? 524_288 : 8192)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const request = envelope.safeParse(value)
  if (!request.success || depthOf(value) > 4 || itemsOf(value) > 64) return undefined
  const { cmd, params, by } = request.data
  const command = COMMANDS.find((name) => name === cmd)
  if (command === undefined || !mayActAs(role, CATALOGUE[command].role)) return undefined
  const read = CATALOGUE[command].params.safeParse(params ?? {})
  return read.success ? [command, read.data, by] : undefined
}

const isBox = (value: unknown): value is object => typeof value === 'object' && value !== null
const depthOf = (value: unknown): number =>
  isBox(value) ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
/** opening brackets, and commas between what stands in them */
const itemsOf = (value: unknown): number =>
  isBox(value)
    ? Math.max(1, Object.values(value).length) +
      Object.values(value).reduce((sum: number, one) => sum + itemsOf(one), 0)
    : 0

const envelope = z.strictObject({
  v: z.literal(1),
  id: z.union([z.string().min(1).max(64), z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)]),
  cmd: z.string(),
  params: z.unknown().optional(),
  by: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u),
})
const replyShape = z.discriminatedUnion('ok', [
  z.strictObject({ v: z.literal(1), id: z.any(), ok: z.literal(true), result: z.any() }),
  z.strictObject({
    v: z.literal(1),
    id: z.any(),
    ok: z.literal(false),
    error: z.strictObject({
      code: z.string().regex(/^console\./),
      message: z.string().min(5),
      hint: z.string().optional(),
    }),
  }),
])
const SEEN = [
  'ok', 'console.not-json', 'console.not-a-request', 'console.version', 'console.unknown-command', 'console.role', 'console.params',
  'console.too-deep', 'console.too-many', 'console.too-long',
] // prettier-ignore
