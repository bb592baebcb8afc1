import { mkdirSync, writeFileSync } from 'node:fs'
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
