import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EXIT } from '#app/command-line/exit-code.js'
import { sniff, type SnifferOptions } from '../../src/cli/tap/tap.js'
import { REPO } from '#lab/architecture/source-tree.js'

const FOLDER = join(REPO, 'test/drivers/transcripts')
const folder = mkdtempSync(join(tmpdir(), 'graft-transcripts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPTIONS: SnifferOptions = { all: false, shows: 'messages', json: false, follow: false, out: 'runs' }

async function tap(file: string, options: Partial<SnifferOptions> = {}) {
  const texts = { out: '', err: '' }
  const to = (name: 'out' | 'err') => ({
    write: (text: string) => ((texts[name] += text), true),
    isTTY: false,
  })
  const io = { out: to('out'), err: to('err'), env: {} } as unknown as Parameters<typeof sniff>[2]['io']
  const stdin = (async function* () {})()
  const { signal } = new AbortController()
  const code = await sniff(file, { ...OPTIONS, ...options }, { signal, io, stdin })
  return { code, ...texts }
}

describe('graft tap of a transcript', () => {
  it('shows the messages, folds heartbeats and says that the laws hold', async () => {
    const { code, out } = await tap(join(FOLDER, 'stop.ndjson'))
    expect(code).toBe(EXIT.ok)
    expect(out).toContain('   0.180 → {"id":4,"method":"stop","params":{}}\n')
    expect(out).not.toContain('"method":"heartbeat"')
    expect(out).toMatch(
      /1 session, 1 command: 1 accepted, 1 ended, 0 open; 1 stop, 0 unconfirmed\nthe laws hold\n$/,
    )
  })

  it('lists the commands with their answers and their ends', async () => {
    const { code, out } = await tap(join(FOLDER, 'stop.ndjson'), { shows: 'commands' })
    expect(code).toBe(EXIT.ok)
    expect(out.split('\n')[0]).toMatch(
      /^ +\d\.\d{3} {2}\w+\(.*\) {2}permit \d+ {2}accepted after [\d.]+ ms {2}stopped.* after [\d.]+ ms$/,
    )
    const json = (await tap(join(FOLDER, 'stop.ndjson'), { shows: 'commands', json: true })).out
    expect(JSON.parse(json.split('\n')[0] ?? '')).toMatchObject({ type: 'command', command: { id: 1 } })
  })

  it('takes no answer of a later session for that of an earlier one, whose numbers are the same', async () => {
    const file = join(folder, 'sessions.ndjson')
    const line = (t: number, to: string, message: object): string =>
      JSON.stringify({ t, to, message: { jsonrpc: '2.0', ...message } })
    const session = (t: number, ...more: readonly string[]): readonly string[] => [
      line(t, 'driver', {
        id: 1,
        method: 'hello',
        params: { session: `s${t}`, contract: { major: 1, minor: 0 } },
      }),
      ...more,
    ]
    const execute = { id: 1, permit: 1, skill: 'Move', params: {}, deadlineMs: 9 }
    const lines = [
      readFileSync(join(FOLDER, 'stop.ndjson'), 'utf8').split('\n')[0] ?? '',
      ...session(0, line(1, 'driver', { id: 2, method: 'execute', params: execute })),
      ...session(
        5,
        line(6, 'driver', { id: 2, method: 'reset', params: {} }),
        line(7, 'host', { id: 2, result: {} }),
      ),
    ]
    writeFileSync(file, `${lines.join('\n')}\n`)
    const { out } = await tap(file, { shows: 'commands' })
    expect(out).toContain('Move()  permit 1  no answer  no end\n')
  })

  it('marks a breach on its line, and ends with its exit code', async () => {
    const file = join(folder, 'twice.ndjson')
    const text = readFileSync(join(FOLDER, 'stop.ndjson'), 'utf8')
    writeFileSync(file, text.replace(/(.*"status":"stopped".*\n)/, '$1$1'))
    const { code, out } = await tap(file, { shows: 'stats' })
    expect(code).toBe(EXIT.no)
    expect(out).toContain('  !! driver: ended-twice: command 1\n')
    const json = (await tap(file, { json: true })).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(json).toContainEqual({
      type: 'breach',
      by: 'driver',
      kind: 'ended-twice',
      t: 260,
      text: 'command 1',
    })
    expect(json.at(-1)).toMatchObject({ type: 'summary', breaches: 1 })
  })

  it('judges a last line without a line end, and says where a file ends in the middle of a line', async () => {
    const text = readFileSync(join(FOLDER, 'stop.ndjson'), 'utf8').trimEnd()
    const whole = await tap(join(FOLDER, 'stop.ndjson'))
    const file = join(folder, 'no-end.ndjson')
    writeFileSync(file, text)
    expect(await tap(file)).toEqual(whole)
    const id = { jsonrpc: '2.0', id: 99, method: 'execute' }
    const params = { id: 9, permit: 0, skill: 'Go', params: {}, deadlineMs: 100 }
    writeFileSync(file, `${text}\n${JSON.stringify({ t: 9999, to: 'driver', message: { ...id, params } })}`)
    expect((await tap(file)).code).toBe(EXIT.no)
    const start = text.lastIndexOf('\n') + 1
    for (const length of [start + 1, start + 20, text.length - 1]) {
      writeFileSync(file, text.slice(0, length))
      const { code, out, err } = await tap(file)
      expect([length, code, out]).toEqual([length, EXIT.usage, expect.not.stringContaining('the laws hold')])
      expect(err).toContain('ends in the middle of a line, and was not judged to its end')
      expect(err).toContain(`${file}:${text.split('\n').length}:1`)
    }
    writeFileSync(file, '{"graftTr')
    expect((await tap(file)).code).toBe(EXIT.usage)
  })

  it('reads the header as JSON: spaces and order are free, the version is not', async () => {
    const [, ...rest] = readFileSync(join(FOLDER, 'stop.ndjson'), 'utf8').split('\n')
    const write = (header: string): string => {
      const file = join(folder, 'spaced.ndjson')
      writeFileSync(file, [header, ...rest].join('\n'))
      return file
    }
    // as docs/DRIVER.md shows it
    expect((await tap(write('{"transcript": "graft driver", "version": 1}'))).code).toBe(EXIT.ok)
    expect((await tap(write('{ "version": 1, "transcript": "graft driver" }'))).code).toBe(EXIT.ok)
    const { code, err } = await tap(write('{"transcript": "graft driver", "version": 2}'))
    expect([code, err]).toEqual([EXIT.usage, expect.stringContaining('another version')])
  })

  it('says of how many episodes of a run there is nothing to judge', async () => {
    const run = join(folder, 'run')
    for (const episode of ['01', '02', '03']) mkdirSync(join(run, 'episodes', episode), { recursive: true })
    writeFileSync(join(run, 'run.json'), '{}')
    copyFileSync(join(FOLDER, 'stop.ndjson'), join(run, 'episodes/02/transcript.ndjson'))
    const { code, err } = await tap(run)
    expect([code, err]).toEqual([EXIT.ok, 'note: 1 of 3 episodes has a wire; the others are not judged\n'])
  })

  it('refuses what is no transcript, with the line', async () => {
    writeFileSync(join(folder, 'other.ndjson'), '{"a":1}\n')
    writeFileSync(join(folder, 'empty.ndjson'), '')
    copyFileSync(join(FOLDER, 'stop.ndjson'), join(folder, 'torn.ndjson'))
    const text = readFileSync(join(FOLDER, 'stop.ndjson'), 'utf8').split('\n')
    writeFileSync(join(folder, 'torn.ndjson'), [text[0], text[1], '{"t":1,"to":"moon"}', ''].join('\n'))
    for (const name of ['other', 'empty', 'torn']) {
      const { code, err } = await tap(join(folder, `${name}.ndjson`))
      expect(code).toBe(EXIT.usage)
      expect(err).toContain(
        name === 'torn' ? 'torn.ndjson:3:1: error transcript.bad-line' : 'transcript.header',
      )
    }
  })

  it('takes every golden transcript', async () => {
    const codes = await Promise.all(
      readdirSync(FOLDER).map(async (name) => (await tap(join(FOLDER, name))).code),
    )
    expect(codes.toSorted()).toEqual([EXIT.ok, EXIT.ok, EXIT.ok, EXIT.ok, EXIT.no])
  })
})
