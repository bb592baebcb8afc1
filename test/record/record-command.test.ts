import { copyFileSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { McapFile } from '#adapters/mcap/mcap-file.js'
import { graftRecord } from './support/record-command.js'

let folder = ''
let whole = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-record-'))
  whole = join(folder, 'whole.mcap')
  const file = new McapFile(whole, { library: 'graft test' })
  file.metadata('graft', { run: 'R', episode: '1' })
  const log = file.channel({ topic: '/log', schemaName: 'foxglove.Log', schema: {} })
  const node = file.channel({ topic: '/bt/n00_A', schemaName: 'graft.NodeStatus', schema: {} })
  for (let i = 0; i < 400; i++) {
    // silent for five seconds in the middle
    const time = BigInt(i < 200 ? i : i + 100) * 50_000_000n
    file.add(i % 4 === 0 ? node : log, { text: 'x'.repeat(200) }, 'word', { log: time, publish: time })
  }
  await file.close()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const old = (path: string): void => utimesSync(path, new Date(0), new Date(0))

describe('graft record', () => {
  it('shows what is in a recording', async () => {
    const { code, out } = await graftRecord('show', whole)
    expect(code).toBe(0)
    expect(out).toContain('whole')
    expect(out).toContain('400 messages')
    expect(out).toContain('    100  /bt/n00_A  graft.NodeStatus')
    expect(out).toContain('    300  /log       foxglove.Log')
    expect(out).toContain('graft: run R, episode 1')
    expect(out).toContain('silent for 5.050 s from 9.950 s on')
    const json = JSON.parse((await graftRecord('show', whole, '--json')).out) as {
      topics: object[]
      finished: boolean
    }
    expect(json).toMatchObject({ finished: true, messages: 400, torn: 0 })
    expect(json.topics.length).toBe(2)
  })

  it('shows what a repair would keep, repairs, and shows the same', async () => {
    const torn = join(folder, 'torn.mcap')
    copyFileSync(whole, torn)
    truncateSync(torn, 60_000)
    old(torn)
    const before = JSON.parse((await graftRecord('show', torn, '--json')).out) as { messages: number }
    expect(before).toMatchObject({ finished: false })
    const { code, out } = await graftRecord('repair', torn)
    expect([code, out]).toEqual([0, expect.stringContaining(`repaired, ${before.messages} messages`)])
    expect(JSON.parse((await graftRecord('show', torn, '--json')).out)).toMatchObject({
      finished: true,
      messages: before.messages,
    })
    expect((await graftRecord('repair', folder)).out).toContain('nothing to repair')
  })

  it('does not touch a file that somebody may be writing', async () => {
    const busy = join(folder, 'busy.bin')
    copyFileSync(whole, busy)
    truncateSync(busy, 40_000)
    const { code, err } = await graftRecord('repair', busy)
    expect([code, err]).toEqual([2, expect.stringContaining('record.in-use')])
    expect((await graftRecord('repair', '--force', busy)).code).toBe(0)
  })

  it('says what is wrong with other files', async () => {
    const text = join(folder, 'text.txt')
    writeFileSync(text, 'no recording')
    old(text)
    const shown = await graftRecord('show', text)
    expect([shown.code, shown.err.includes('record.not-mcap')]).toEqual([2, true])
    const mended = await graftRecord('repair', text)
    expect([mended.code, mended.err.includes('record.not-mcap')]).toEqual([2, true])
    expect(await graftRecord('show', join(folder, 'none'))).toMatchObject({ code: 2 })
    expect(await graftRecord('repair', join(folder, 'none'))).toMatchObject({ code: 2 })
  })

  it('writes a layout with the nodes of the recording', async () => {
    const { code, out } = await graftRecord('layout', whole)
    expect(code).toBe(0)
    expect(out).toContain('"/bt/n00_A.status"')
  })
})
