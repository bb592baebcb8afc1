import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { needs } from '../needs/needs.js'
import { Service } from './support/service.js'

const service = new Service('camera: { source: test }')
afterAll(() => service.close())

test(
  'a start that fails when the console cannot open ends, although the camera was open',
  needs('ffmpeg'),
  async () => {
    const state = join(service.state, 'state')
    mkdirSync(state, { mode: 0o700 })
    writeFileSync(join(state, 'keys'), 'not a folder')
    expect(await service.begin()).toBe(2)
    expect(service.output).toContain(join(state, 'keys'))
  },
)

test('a start whose address is taken says so, and leaves a folder with which the next start works', async () => {
  const other = new Service('')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const config = join(other.state, 'graft.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace(other.endpoint, `tcp://127.0.0.1:${port}`))
  const keyOf = (): string => readFileSync(join(other.state, 'state/keys/server.json'), 'utf8')
  try {
    expect(await other.begin()).toBe(2)
    expect(other.output).toContain(`console.bind: the console cannot listen on tcp://127.0.0.1:${port}`)
    const key = keyOf()
    expect(await other.begin()).toBe(2)
    taken.close()
    await once(taken, 'close')
    await other.start()
    expect(await other.ask('status')).toMatchObject({ mode: 'SAFE' })
    expect(keyOf()).toBe(key)
  } finally {
    taken.close()
    await other.close()
  }
})
