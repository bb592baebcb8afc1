import { copyFileSync, mkdtempSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { McapFile } from '#adapters/mcap/mcap-file.js'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { addRecordCommand } from '#cli/record/record-command.js'

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

async function graft(...args: string[]): Promise<{ code: ExitCode; out: string; err: string }> {
  let [code, out, err]: [ExitCode, string, string] = [0, '', '']
  const io = {
    out: { write: (text: string) => (out += text) },
    err: { write: (text: string) => (err += text) },
    env: {},
  }
  const program = new Command('graft').exitOverride()
  addRecordCommand(program, (exit) => (code = exit), io)
  await program.parseAsync(['record', ...args], { from: 'user' })
  return { code, out, err }
}

const old = (path: string): void => utimesSync(path, new Date(0), new Date(0))

describe('graft record', () => {
  it('shows what is in a recording', async () => {
    const { code, out } = await graft('show', whole)
    expect(code).toBe(0)
    expect(out).toContain('whole')
    expect(out).toContain('400 messages')
    expect(out).toContain('    100  /bt/n00_A  graft.NodeStatus')
    expect(out).toContain('    300  /log       foxglove.Log')
    expect(out).toContain('graft: run R, episode 1')
    expect(out).toContain('silent for 5.050 s from 9.950 s on')
    const json = JSON.parse((await graft('show', whole, '--json')).out) as {
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
    const before = JSON.parse((await graft('show', torn, '--json')).out) as { messages: number }
    expect(before).toMatchObject({ finished: false })
    const { code, out } = await graft('repair', torn)
    expect([code, out]).toEqual([0, expect.stringContaining(`repaired, ${before.messages} messages`)])
    expect(JSON.parse((await graft('show', torn, '--json')).out)).toMatchObject({
      finished: true,
      messages: before.messages,
    })
    expect((await graft('repair', folder)).out).toContain('nothing to repair')
  })

  it('does not touch a file that somebody may be writing', async () => {
    const busy = join(folder, 'busy.bin')
    copyFileSync(whole, busy)
    truncateSync(busy, 40_000)
    const { code, err } = await graft('repair', busy)
    expect([code, err]).toEqual([2, expect.stringContaining('record.in-use')])
    expect((await graft('repair', '--force', busy)).code).toBe(0)
  })

  it('says what is wrong with other files', async () => {
    const text = join(folder, 'text.txt')
    writeFileSync(text, 'no recording')
    old(text)
    const shown = await graft('show', text)
    expect([shown.code, shown.err.includes('record.not-mcap')]).toEqual([2, true])
    const mended = await graft('repair', text)
    expect([mended.code, mended.err.includes('record.not-mcap')]).toEqual([2, true])
    expect(await graft('show', join(folder, 'none'))).toMatchObject({ code: 2 })
    expect(await graft('repair', join(folder, 'none'))).toMatchObject({ code: 2 })
  })

  it('writes a layout with the nodes of the recording', async () => {
    const { code, out } = await graft('layout', whole)
    expect(code).toBe(0)
    expect(out).toContain('"/bt/n00_A.status"')
  })
})
