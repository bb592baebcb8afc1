import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContents } from '#adapters/mcap/contents.js'
import { McapFile } from '#adapters/mcap/mcap-file.js'
import { repairMcap } from '#adapters/mcap/repair.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { graftRecord } from './support/record-command.js'
import { readBack } from './support/read-back.js'

let folder = ''
let whole: Buffer = Buffer.alloc(0)
let places: readonly { readonly opcode: number; readonly begin: number; readonly end: number }[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-damage-'))
  const path = join(folder, 'whole.mcap')
  const file = new McapFile(path, { library: 'graft test' })
  file.metadata('graft', { run: 'R' })
  file.attach('tree.xml', 'application/xml', Buffer.from('<root/>'), 1n)
  const log = file.channel({ topic: '/log', schemaName: 'foxglove.Log', schema: {} })
  for (let i = 0; i < 9; i++) {
    file.add(log, { i }, 'word', { log: BigInt(i), publish: BigInt(i) })
    if (i % 3 === 2) file.flush()
  }
  await file.close()
  whole = readFileSync(path)
  places = recordsOf(whole)
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const CHUNK = 0x06
const ATTACHMENT = 0x09
const STATISTICS = 0x0b

function write(bytes: Uint8Array): string {
  const path = join(folder, 'changed.mcap')
  writeFileSync(path, bytes)
  // not a file that somebody writes at this moment
  utimesSync(path, new Date(0), new Date(0))
  return path
}
function flipped(at: number): Buffer {
  const bytes = Buffer.from(whole)
  bytes[at] = (bytes[at] as number) ^ 1
  return bytes
}
const placeOf = (opcode: number, nth = 0) =>
  places.filter((place) => place.opcode === opcode)[nth] as (typeof places)[number]
const without = ({ begin, end }: (typeof places)[number]): Buffer =>
  Buffer.concat([whole.subarray(0, begin), whole.subarray(end)])

describe('a recording that was changed after its end was written', () => {
  it('is never called whole, whichever of its bytes was flipped', async () => {
    expect(whole.length).toBeGreaterThan(1000)
    const unseen: string[] = []
    for (let at = 0; at < whole.length; at++) {
      const path = write(flipped(at))
      const shown = await readContents(path)
      if (shown.ok && shown.value.finished && shown.value.damage === undefined) unseen.push(`show ${at}`)
      const repaired = await repairMcap(path)
      if (repaired.ok && repaired.value.kind === 'whole') unseen.push(`repair ${at}`)
    }
    expect(unseen).toEqual([])
  }, 60_000)

  it('stays as it is where messages were changed, and the rest can still be counted', async () => {
    const { begin, end } = placeOf(CHUNK, 1)
    const changed = flipped(end - 5)
    const path = write(changed)
    const what = `the messages in the chunk at byte ${begin} were changed`
    expect((await graftRecord('show', path)).out).toContain(`damaged: ${what}; what is counted`)
    expect((await graftRecord('show', path)).out).toContain('6 messages in 2 chunks')
    const { code, out, err } = await graftRecord('repair', path)
    expect(code).toBe(EXIT.no)
    expect(out).toBe('')
    expect(err).toContain(`error record.damaged: ${path} is damaged, and was left as it is`)
    expect(err).toContain(`got:      ${what}`)
    expect(readFileSync(path).equals(changed)).toBe(true)
    expect((await graftRecord('repair', folder)).err).toContain('record.damaged')
  })

  it('is not whole without its attachment, or a chunk', async () => {
    for (const lost of [placeOf(ATTACHMENT), placeOf(CHUNK, 2)]) {
      const path = write(without(lost))
      expect((await graftRecord('show', path)).out).toContain('damaged: bytes before byte')
      expect((await graftRecord('repair', path)).code).toBe(EXIT.no)
    }
  })

  it('gets a new index where only that was changed, and loses nothing', async () => {
    const path = write(flipped(placeOf(STATISTICS).begin + 12))
    expect((await graftRecord('show', path)).out).toContain('damaged: its index')
    const { code, out } = await graftRecord('repair', path)
    expect([code, out]).toEqual([EXIT.ok, `${path}: repaired, 9 messages in 3 chunks, index rebuilt\n`])
    expect(readFileSync(path).equals(whole)).toBe(true)
    expect(await readBack(path)).toMatchObject({ attachments: ['tree.xml'], metadata: ['graft'] })
  })
})

describe('an unfinished recording', () => {
  it('ends for show where a repair would end it: before an attachment that was changed', async () => {
    const { begin, end } = placeOf(ATTACHMENT)
    const path = write(flipped(end - 8).subarray(0, placeOf(CHUNK, 1).end))
    expect((await graftRecord('show', path, '--json')).out).toContain(
      `"torn":${placeOf(CHUNK, 1).end - begin},`,
    )
    expect((await graftRecord('show', path)).out).not.toContain('attached')
  })
})

function recordsOf(bytes: Buffer): typeof places {
  const found = []
  for (let at = 8; at + 9 <= bytes.length - 8;) {
    const end = at + 9 + Number(bytes.readBigUInt64LE(at + 1))
    found.push({ opcode: bytes[at] as number, begin: at, end })
    at = end
  }
  return found
}
