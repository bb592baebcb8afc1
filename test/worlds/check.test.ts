import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { checkWorld, type CheckOptions } from '#cli/world/check.js'
import { Recorder } from '../cli/bt/bench.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'graft-check-'))))
afterAll(() => rmSync(folder, { recursive: true }))

async function check(world: string, options: Partial<CheckOptions> = {}) {
  const io = new Recorder({ env: {} })
  const code = await checkWorld(world, { limit: 300, json: false, ...options }, io)
  return { code, text: `${io.text}${io.errors}` }
}

it('a folder is checked alike however its path is written', async () => {
  const world = join(folder, 'lift')
  cpSync(join(root, 'test/worlds/foreign/lift'), world, { recursive: true })
  await check(world, { write: true })
  const here = relative(process.cwd(), world)
  for (const path of [`./${here}`, `${world}/`, `${folder}/./lift`]) {
    const { code, text } = await check(path)
    expect([path, code, text]).toEqual([path, EXIT.ok, expect.stringContaining('policy/reference.xml: passes')])
  }
})
