import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { Service, type Json } from './support/service.js'

/** Orders in words over the real console of a real service, in the simulated home. */
describe('an order over the console', () => {
  const service = new Service(
    'robot: { pace: fast, faults: none }\nworld: { name: home, task: tidy }\nrecording: { wire: true }',
    { page: true },
  )
  const state = join(service.state, 'state')
  let viewer: ConsoleClient
  beforeAll(async () => {
    await service.start()
    const keys = must(KeyStore.open(state, { make: false }), 'keys')
    const out = must(
      keys.create({ name: 'vera', role: 'viewer', out: join(service.state, 'vera.graft-key') }),
      'key',
    )
    const key = must(readClientKey(out), 'key')
    viewer = must(connectConsole({ endpoint: key.endpoint, key, name: 'vera' }), 'vera')
  }, 120_000)
  afterAll(async () => {
    await service.close()
    viewer.close()
  })

  const actuations = (): number => actuationsIn(state)
  const stored = async (): Promise<number> => ((await service.ask('run.list')) as unknown as Json[]).length
  const order = async (): Promise<Json> => (await service.shown())['order'] as Json
  const over = (): Promise<Json> => service.status('idle', ({ activity }) => activity === 'idle')

  it('is understood and planned, and nothing moves', async () => {
    const proposed = await service.ask('do', { order: 'bring the mug to the kitchen table' })
    expect(proposed).toMatchObject({
      kind: 'plan',
      id: expect.stringMatching(/^[0-9a-f]{6}$/) as string,
      reading: { goals: [{ formula: 'location(mug) = kitchen_table' }], never: [] },
    })
    expect((proposed['plan'] as { steps: Json[] }).steps.length).toBeGreaterThan(1)
    expect(await service.shown()).toMatchObject({
      mode: 'SAFE',
      activity: 'idle',
      run: null,
      order: { state: 'planned', id: proposed['id'], by: 'anna' },
    })
    expect([await stored(), actuations()]).toEqual([0, 0])
  }, 60_000)

  it('may be asked by who only looks, who gets nothing to confirm', async () => {
    const before = await order()
    const asked = await viewer.request('do', { order: 'close the fridge door' }, { timeoutMs: 20_000 })
    const value = must(asked, 'asked')
    expect(value.kind).toMatch(/plan|holds|question/)
    expect(value).not.toHaveProperty('id')
    expect(await order()).toEqual(before)
    const confirmed = await viewer.request('do.confirm', { id: String(before['id']) }, { timeoutMs: 20_000 })
    expect(confirmed).toMatchObject({ ok: false, error: { code: 'console.role' } })
    expect([await stored(), actuations()]).toEqual([0, 0])
  }, 60_000)

  it('is refused with a reason, whatever is typed', async () => {
    const known = ['принеси', '\u001B[31m', ' ', 'mug '.repeat(300), 'open the spaceship', '{"v":1}']
    const typed = [...known, ...fc.sample(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), 30)]
    let refused = 0
    for (const text of typed) {
      const { refused: code, value } = await service.try('do', { order: text })
      expect(code ?? value['kind']).toMatch(/^do\.|^(question|holds|plan)$/)
      if (code !== undefined) refused += 1
    }
    expect(refused).toBeGreaterThanOrEqual(known.length - 1)
    for (const params of [{}, { order: '' }, { order: 7 }, { order: 'x'.repeat(4001) }, { order: 'a', x: 1 }])
      expect((await service.try('do', params)).refused).toMatch(/^console\./)
    for (const id of ['ffffff', '../..', '__proto__'])
      expect((await service.try('do.confirm', { id })).refused).toBe('do.unknown')
    expect([await stored(), actuations()]).toEqual([0, 0])
  }, 120_000)

  it('is carried out once it is confirmed, and only once', async () => {
    const { id } = await service.ask('do', { order: 'bring the mug to the kitchen table' })
    expect((await service.try('do.confirm', { id, choice: 7 })).refused).toBe('do.choice')
    expect(await service.ask('do.confirm', { id })).toMatchObject({ kind: 'begun' })
    expect((await service.try('do', { order: 'open the fridge' })).refused).toBe('run.busy')
    await over()
    const shown = await service.shown()
    expect(shown).toMatchObject({ mode: 'SAFE', order: { state: 'done', why: 'It is done.' }, policy: null })
    expect(shown['facts']).toContainEqual({ subject: 'location(mug)', text: 'kitchen_table' })
    expect(actuations()).toBeGreaterThan(1)
    const moved = actuations()
    expect((await service.try('do.confirm', { id })).refused).toBe('do.unknown')
    expect([await stored(), actuations()]).toEqual([1, moved])
    expect(await service.ask('do', { order: 'bring the mug to the kitchen table' })).toMatchObject({
      kind: 'holds',
    })
  }, 120_000)

  it('is planned anew where the world has changed since it was shown', async () => {
    const { id } = await service.ask('do', { order: 'bring the mug to the sofa' })
    const moved = actuations()
    await service.ask('scene.reset', { note: 'put everything back' })
    const again = await service.ask('do.confirm', { id })
    expect(again).toMatchObject({ kind: 'plan', changed: true })
    expect(again['id']).not.toBe(id)
    expect([await stored(), actuations()]).toEqual([1, moved])
  }, 60_000)
})

/** In real time, where a step takes seconds. */
describe('an order that is being carried out', () => {
  const service = new Service(
    'robot: { pace: real, faults: none }\nworld: { name: home, task: tidy }\nrecording: { wire: true }',
    { page: true },
  )
  const state = join(service.state, 'state')
  beforeAll(() => service.start(), 120_000)
  afterAll(() => service.close())

  it('is stopped in the middle: later steps are not begun, and nothing goes on by itself', async () => {
    const { id } = await service.ask('do', { order: 'bring the mug to the kitchen table' })
    await service.ask('do.confirm', { id })
    interface Shown {
      readonly state: string
      readonly steps: readonly { readonly state: string }[]
    }
    const running = ({ order }: Json): boolean =>
      (order as Shown).steps.some((step) => step.state === 'running')
    await service.status('a step runs', running)
    await expect.poll(() => actuationsIn(state), { timeout: 60_000 }).toBeGreaterThanOrEqual(1)
    await service.ask('stop')
    const { mode, order } = await service.status('idle', ({ activity }) => activity === 'idle')
    const { steps, ...ended } = order as Shown
    expect([mode, ended]).toEqual(['SAFE', expect.objectContaining({ state: 'stopped', id: null })])
    expect(steps.filter((step) => step.state === 'open').length).toBeGreaterThanOrEqual(2)
    const moved = actuationsIn(state)
    expect(moved).toBeLessThan(4)
    expect((await service.try('do.confirm', { id })).refused).toBe('do.unknown')
    expect(actuationsIn(state)).toBe(moved)
  }, 120_000)
})

/** Steps that a driver was asked for, over all transcripts: what has moved. */
const actuationsIn = (state: string): number =>
  readdirSync(state, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(join(state, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"method":"execute"')).length
