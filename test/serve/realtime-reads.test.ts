import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { Service, type Json } from './support/service.js'

const ready = (status: Json): boolean =>
  (status['models'] as { state: string }[]).every(({ state }) => state !== 'loading')

/** Every command that a viewer may send. */
const READS = (Object.keys(CATALOGUE) as CommandName[]).filter((name) => CATALOGUE[name].role === 'viewer')
const STRANGE = ['anything', 'F9', '__proto__', "F1'; DROP TABLE slots; --", '../../etc', 'x'.repeat(120)]

/** Everything below a folder: kind, size and content of each path. */
function everything(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true }).map(String).sort()
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name)
      return [
        name,
        statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'folder',
      ]
    }),
  )
}

describe('who may only look', () => {
  const service = new Service('robot: { pace: fast }\nrun: { episodes: 2 }\nmodels: { actor: rules }')
  const state = join(service.state, 'state')
  let viewer: ConsoleClient

  beforeAll(async () => {
    await service.start()
    await service.status('the models are there', ready)
    await service.ask('run')
    await service.arm()
    await service.status('the run is over', (status) => status['activity'] === 'idle')
    const keys = must(KeyStore.open(state, { make: false }), 'keys')
    const out = must(
      keys.create({ name: 'vera', role: 'viewer', out: join(service.state, 'vera.graft-key') }),
      'key',
    )
    const key = must(readClientKey(out), 'key')
    viewer = must(connectConsole({ endpoint: key.endpoint, key, name: 'vera' }), 'vera')
    // a reader's place in the log of the database is taken once
    await ask('run.list')
  }, 180_000)
  afterAll(async () => {
    // first: where the beginning failed there is no viewer, and the service must not stay
    await service.close()
    viewer.close()
  })

  const ask = async (
    command: CommandName,
    params: object = {},
  ): Promise<{ ok: boolean; code?: string; value?: unknown }> => {
    const answer = await viewer.request(command, params as never, { timeoutMs: 20_000 })
    return answer.ok ? { ok: true, value: answer.value } : { ok: false, code: answer.error.code }
  }

  test('changes no byte of the state, whatever it asks, and tells no news', async () => {
    const [run] = (await ask('run.list')).value as { key: string }[]
    const [first, second] = (await ask('episode.list')).value as { tree: string }[]
    const [from, to] = [first?.tree, second?.tree]
    const wishes: Partial<Record<CommandName, readonly object[]>> = {
      'tree.get': [{ hash: from }, { hash: 'f'.repeat(64) }],
      'tree.diff': [
        { from, to },
        { from, to: 'f'.repeat(64) },
      ],
      'tree.slots': [{}, { field: 'F1' }, { field: 'F2' }, ...STRANGE.map((field) => ({ field }))],
      'episode.list': [{ run: run?.key }, ...STRANGE.map((name) => ({ run: name }))],
      'episode.show': [
        { episode: 1 },
        { episode: 99 },
        ...STRANGE.map((name) => ({ run: name, episode: 1 })),
      ],
      'episode.score': [{ episode: 2 }, ...STRANGE.map((name) => ({ run: name, episode: 1 }))],
      'run.list': [{ limit: 500 }],
      news: [{ after: 0, limit: 500 }],
      log: [{}, { level: 'debug', source: 'anything' }],
    }
    const { seq } = await service.ask('status')
    const before = everything(state)
    let served = 0
    for (const command of READS) {
      for (const params of wishes[command] ?? [{}]) {
        const answer = await ask(command, params)
        expect([answer.ok || answer.code, command]).not.toContain('service.bug')
        if (answer.ok) served += 1
      }
    }
    expect(READS.length).toBeGreaterThanOrEqual(18)
    expect(served).toBeGreaterThanOrEqual(READS.length)
    expect(everything(state)).toEqual(before)
    const { news: statusEvent } = (await service.ask('news', { after: seq, limit: 500 })) as {
      news: readonly StatusEvent[]
    }
    // that the computer is busy is no news of what was asked
    const ofIt = statusEvent.filter(
      (one) => one.kind !== 'health' && !(one.kind === 'log' && one.source === 'loop'),
    )
    expect(ofIt).toEqual([])
  }, 120_000)

  test('a field that there is not has no slots, for maintainers neither', async () => {
    const { xml } = await service.ask('tree.get')
    for (const field of STRANGE) {
      expect(await ask('tree.slots', { field })).toMatchObject({ ok: false, code: 'field.unknown' })
      expect((await service.try('tree.stage', { field, xml, cause: 'x' })).refused).toBe('field.unknown')
      expect((await service.try('tree.rollback', { field, cause: 'x' })).refused).toBe('field.unknown')
    }
    expect(await ask('tree.slots', { field: 'F2' })).toEqual({ ok: true, value: [] })
    const slots = (await ask('tree.slots')).value as { field: string }[]
    expect(slots.map(({ field }) => field)).toEqual(['F1'])
  }, 120_000)
})
