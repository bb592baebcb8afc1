import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { honest, runTap } from './support/wire.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-tap-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('graft tap --follow', () => {
  it('reads on while the file grows, and ends with the recording', async () => {
    const path = join(folder, 'wire.bin')
    const bytes = honest().file()
    writeFileSync(path, bytes.subarray(0, 7))
    const tapping = runTap(path, { follow: true })
    for (let at = 7; at < bytes.length; at += 60) {
      await sleep(20)
      appendFileSync(path, bytes.subarray(at, at + 60))
    }
    const { code, out } = await tapping
    expect(code).toBe(EXIT.ok)
    expect(out).toBe((await runTap(path)).out)
  })

  it('ends with Ctrl-C too, with the summary of what was there', async () => {
    const stop = new AbortController()
    const path = join(folder, 'wire.bin')
    writeFileSync(path, honest().file(false))
    const tapping = runTap(path, { follow: true }, [], stop.signal)
    await sleep(50)
    stop.abort()
    const { code, out } = await tapping
    expect(code).toBe(EXIT.ok)
    expect(out).toContain('no actuation without its own permit')
  })
})
