import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { destinations } from './support/destinations.js'
import { ended, isolated, watched } from './support/namespace.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const graft = join(root, 'bin/graft.js')
const node = process.execPath
const folder = mkdtempSync(join(tmpdir(), 'graft-offline-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a traced program wanted to reach; nothing outside of this computer. */
function judge(file: string, what: string): void {
  const { local, loopback, outside } = destinations(readFileSync(file, 'latin1'))
  const counted = [...local].map(([family, n]) => `${family} ${n}`).join(', ')
  console.log(
    `${what}: ${outside.length} calls to the outside, ${loopback} to loopback, ${counted || 'none local'}`,
  )
  expect(outside).toEqual([])
}

describe('without a route to anywhere', needs('a network of its own', 'strace'), () => {
  it('the namespace is one: an address outside cannot be reached, loopback can', async () => {
    const program = `
      const net = require('node:net')
      net.connect(9, '192.0.2.1').on('error', ({ code }) => {
        const server = net.createServer((socket) => socket.end('here')).listen(0, '127.0.0.1', () =>
          net.connect(server.address().port, '127.0.0.1').on('data', (text) => {
            console.log(code + ' ' + text)
            process.exit(0)
          }))
      })`
    const file = join(folder, 'probe')
    const { out } = await ended(isolated(watched(file, [node, '-e', program])), { cwd: root })
    expect(out).toBe('ENETUNREACH here\n')
    // the judge sees what leaves, and what stays
    const { outside, loopback } = destinations(readFileSync(file, 'latin1'))
    expect(outside.some((line) => line.includes('192.0.2.1'))).toBe(true)
    expect(loopback).toBeGreaterThan(0)
  }, 60_000)

  it('the demo runs with its models, and wants nobody', async () => {
    const file = join(folder, 'demo')
    const args = ['run', '--field', 'F1', '--episodes', '1', '--json', '--out', join(folder, 'run')]
    const { code, out, err } = await ended(isolated(watched(file, [node, graft, ...args])), { cwd: root })
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n').filter((line) => line.startsWith('{"type":"episode"'))).toHaveLength(1)
    judge(file, 'demo')
  }, 240_000)

  it('a sample of the suite passes', async () => {
    const sample = ['test/base', 'test/link/session.test.ts', 'test/store/line-log.test.ts']
    const vitest = [
      node,
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=json',
      `--outputFile=${join(folder, 'sample.json')}`,
      ...sample,
    ]
    const { code, out, err } = await ended(isolated(vitest), {
      cwd: root,
      env: { VITEST: undefined, CI: 'true' },
    })
    expect({ code, err: code === 0 ? '' : err + out.slice(-2000) }).toEqual({ code: 0, err: '' })
    const { numPassedTests } = JSON.parse(readFileSync(join(folder, 'sample.json'), 'utf8')) as {
      numPassedTests: number
    }
    console.log(`${numPassedTests} tests passed without a network`)
    expect(numPassedTests).toBeGreaterThanOrEqual(15)
  }, 240_000)

  it('the service answers its console, begins a run and stops, and wants nobody', async () => {
    const file = join(folder, 'service')
    const ask = [node, '--import', join(root, 'node_modules/tsx/dist/loader.mjs')]
    const program = fileURLToPath(new URL('support/serve-and-ask.ts', import.meta.url))
    const { out, err } = await ended(isolated([...ask, program, file, graft]), { cwd: folder })
    expect(out, err).toMatch(/^status \{.*"mode":"SAFE"/m)
    expect(out).toMatch(/^run \{.*"key":"F1-/m)
    expect(out).toMatch(/^stop \{/m)
    expect(out).toMatch(/^ended 0$/m)
    judge(file, 'service')
  }, 240_000)
})
