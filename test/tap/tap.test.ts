import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { PROTOCOL } from '#link/messages.gen.js'
import { addSnifferCommand } from '#cli/commands/tap.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { ack, heartbeat, honest, rotate, runTap, Script, stop } from './support/wire.js'

const SCHEMA = PROTOCOL.schemaHash.toString(16).padStart(8, '0')

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-tap-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function written(script: Script, closed = true): string {
  const path = join(folder, 'wire.bin')
  writeFileSync(path, script.file(closed))
  return path
}
const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('graft tap, for people', () => {
  it('one line a message with time, direction, fields and permit; retries marked, routine folded', async () => {
    const { code, out } = await runTap(written(honest()))
    expect(code).toBe(EXIT.ok)
    expect(out.split('\n').slice(1, 11)).toEqual([
      `    0.000 → hello          protoMajor 1  protoMinor 2  schemaHash ${PROTOCOL.schemaHash.toString(16)}  session abcd`,
      expect.stringMatching(
        /^ {4}0\.020 ← helloAck .*bootId 77 {2}uptimeMs 5 ms .*accepted {2}state session$/,
      ) as string,
      '          . 2 heartbeat',
      '    0.100 → rotate #1      permit 7  cups 0 2  (47 frames missing before it)',
      '    0.160 → rotate #1      permit 7  cups 0 2  (again)',
      '    0.180 ← commandAck #1  accepted  session  executed 1  (again)',
      '    3.100 ← event          #1 done: ok  detail 5  (event 1)',
      '          . 1 event again',
      '',
      '3.120 s of wire, 1 session, 1 boot of the controller',
    ])
    expect(out).toContain('1 command: 1 accepted, 0 refused, 0 without answer, 1 sent again; ended 1 ok')
    expect(out).toContain('command to first answer: median 80.5 ms')
    expect(out).toContain('1 actuation, 0 executions, 1 repeat\nno actuation without its own permit')
  })

  it('a number that comes later was overtaken, not lost; one that never comes is missing', async () => {
    const script = honest()
      .say(4000, rotate(3, 9), 52)
      .say(4010, rotate(2, 8), 51)
      .say(4020, rotate(4, 10), 54)
    const { out } = await runTap(written(script))
    expect(out).toContain('rotate #3      permit 9  cups 0 2  (1 frame missing before it)')
    expect(out).toContain('rotate #2      permit 8  cups 0 2  (out of order)')
    expect(out).toContain('; 48 missing by number, 1 out of order (')
  })

  it('what a stop or a heartbeat overtook is in order; a command behind a later one is out of order', async () => {
    const script = honest()
      // a heartbeat and a command wait, and the stop goes ahead of both
      .say(4000, stop(5), 53)
      .say(4010, heartbeat(3), 51)
      .say(4020, rotate(2, 8), 52)
      .say(4030, stop(6), 55)
      .say(4040, rotate(3, 9), 56)
      .say(4050, rotate(4, 10), 54)
      // a command that waits for its turn is overtaken by a heartbeat
      .say(4060, heartbeat(4), 58)
      .say(4070, rotate(7, 11), 57)
    const { out } = await runTap(written(script), { all: true })
    expect(out).toMatch(/rotate #2 .*\(overtaken as designed\)\n/)
    expect(out).toMatch(/heartbeat .*\(overtaken as designed\)\n/)
    expect(out).toMatch(/rotate #7 .*\(overtaken as designed\)\n/)
    expect(out).toMatch(/rotate #4 .*\(out of order\)\n/)
    expect(out).toContain(', 3 overtaken as designed, 1 out of order (')
    const lines = jsonLines((await runTap(written(script), { json: true })).out)
    expect(lines.at(-1)?.['toFirmware']).toMatchObject({ late: 4, overtaken: 3 })
  })

  it('--all shows what is folded else, --commands one line a command, --stats the summary alone', async () => {
    const path = written(honest())
    expect((await runTap(path, { all: true })).out.match(/heartbeat {6}session abcd/g)).toHaveLength(2)
    const commands = await runTap(path, { shows: 'commands' })
    expect(commands.out.split('\n')[1]).toBe(
      '    0.100  rotate #1     permit 7   sent 2 times  accepted after 80.5 ms  ok, cups 0 2 holding after 3000.0 ms',
    )
    expect((await runTap(path, { shows: 'stats' })).out.split('\n')).toHaveLength(10)
  })

  it('a breach is shown in the line where it happens, whatever is asked for, and the exit code says so', async () => {
    const path = written(
      honest().say(4000, rotate(2, 0)).say(4100, rotate(3, 7)).say(4200, ack(3)).say(4300, ack(3)),
    )
    for (const shows of ['messages', 'commands', 'stats'] as const) {
      const { code, out } = await runTap(path, { shows })
      expect(code).toBe(EXIT.no)
      const lines = out.split('\n')
      const marked = lines.filter((line) => line.includes('!!')).map((line) => line.trim())
      expect(marked).toEqual([
        '4.000 → rotate #2      permit 0  cups 0 2  (out of order)  !! rotate #2 carries no permit',
        '4.100 → rotate #3      permit 7  cups 0 2  (out of order)  !! the permit of rotate #3 was that of rotate #1',
        '4.300 ← commandAck #3  accepted  session  executed 3  !! the id of commandAck #3 was accepted twice as new: the command ran twice',
      ])
      expect(out).toContain(
        'an actuation without its own permit, or a command that ran twice: 3 breaches (no-permit 1, permit-reused 1, executed-twice 1)',
      )
    }
  })

  it('damage on the wire is counted and shown with its byte; the rest is read', async () => {
    const script = honest()
      .bytes(5000, 'toHost', Uint8Array.of(9, 9, 0))
      .bytes(5010, 'toFirmware', new Uint8Array(200).fill(1))
      .bytes(5020, 'toFirmware', Uint8Array.of(0))
    const { code, out } = await runTap(written(script))
    expect(code).toBe(EXIT.ok)
    expect(out).toMatch(
      /5\.000 ← damaged: bytes that no encoder produces \(COBS\), 2 bytes from byte \d+ of this direction/,
    )
    expect(out).toMatch(/5\.010 → damaged: longer than any frame/)
    expect(out).toMatch(/to the host .* 1 damaged/)
  })
})

describe('graft tap, for programs', () => {
  it('--json: one object a line, with the messages whole', async () => {
    const { code, out } = await runTap(written(honest().say(4000, rotate(2, 0))), { json: true })
    expect(code).toBe(EXIT.no)
    const lines = jsonLines(out)
    expect(lines.map(({ type }) => type)).toEqual([
      'wire',
      ...Array<string>(10).fill('message'),
      'breach',
      'summary',
    ])
    expect(lines[6]).toEqual({
      type: 'message',
      t: 160,
      way: 'toFirmware',
      seq: 50,
      message: rotate(1, 7),
      missing: 0,
      late: false,
      overtaken: false,
      again: true,
    })
    expect(lines.at(-2)).toMatchObject({ type: 'breach', t: 4000, kind: 'no-permit', got: rotate(2, 0) })
    expect(lines.at(-1)).toMatchObject({
      commands: 2,
      actuations: 2,
      repeats: 1,
      breaches: { 'no-permit': 1 },
      toFirmware: { messages: { hello: 1, heartbeat: 2, rotate: 3 } },
      answerMs: { median: 80.5, longest: 80.5 },
    })
  })

  it('--json --commands: the life of each command', async () => {
    const { out } = await runTap(written(honest()), { json: true, shows: 'commands' })
    expect(jsonLines(out)).toMatchObject([
      { type: 'wire', clock: 'virtual' },
      {
        type: 'command',
        t: 100,
        sends: 2,
        answer: { t: 180.5, reply: 'accepted' },
        done: { t: 3100, status: 'ok', detail: 5 },
      },
      { type: 'summary' },
    ])
  })
})

describe('what graft tap reads', () => {
  it('is refused when it holds no frame: nothing can be said about permits', async () => {
    const path = join(folder, 'README.md')
    writeFileSync(path, 'not a wire at all '.repeat(20))
    for (const source of [path, '-']) {
      const { code, err } = await runTap(source, { raw: 'toFirmware' })
      expect([code, err.includes('wire.no-frames')]).toEqual([EXIT.usage, true])
    }
  })

  it('the bytes of one direction, from a file or from stdin, without times', async () => {
    const wire = new Script()
      .say(0, rotate(1, 0))
      .file()
      .subarray(16 + 16)
    const bytes = wire.subarray(0, wire.indexOf(0) + 1)
    const path = join(folder, 'capture.bin')
    writeFileSync(path, bytes)
    for (const [source, stdin] of [
      [path, []],
      ['-', [bytes.subarray(0, 5), bytes.subarray(5)]],
    ] as const) {
      const { code, out } = await runTap(source, { raw: 'toFirmware' }, stdin)
      expect(code).toBe(EXIT.no)
      expect(out.split('\n')[1]).toBe(
        '          → rotate #1      permit 0  cups 0 2  !! rotate #1 carries no permit',
      )
    }
  })

  it('a run: every episode that has a wire, or the one that is named', async () => {
    const run = join(folder, 'F1-s1-0')
    for (const episode of ['01', '02', '10']) mkdirSync(join(run, 'episodes', episode), { recursive: true })
    writeFileSync(join(run, 'run.json'), '{}')
    writeFileSync(join(run, 'episodes/01/wire.bin'), honest().file())
    writeFileSync(join(run, 'episodes/10/wire.bin'), honest().say(4000, rotate(2, 0)).file())
    const both = await runTap('F1-s1-0', { out: folder, shows: 'stats', json: true })
    expect(both.code).toBe(EXIT.no)
    expect(jsonLines(both.out).filter(({ type }) => type === 'summary')).toHaveLength(2)
    expect((await runTap(run, { episode: 1 })).code).toBe(EXIT.ok)
    expect((await runTap(run, { episode: 2 })).err).toContain('one of the episodes 1, 10')
  })

  it('whoever reads goes away early: what was not looked at is not accused', async () => {
    const run = join(folder, 'F1-s1-1')
    for (const episode of ['01', '02']) {
      mkdirSync(join(run, 'episodes', episode), { recursive: true })
      writeFileSync(join(run, 'episodes', episode, 'wire.bin'), honest().file())
    }
    writeFileSync(join(run, 'run.json'), '{}')
    const gone = AbortSignal.abort()
    expect(await runTap(run, { out: folder }, [], gone)).toMatchObject({ code: EXIT.ok, err: '' })
  })

  it('a recording whose writer was killed: what is whole, and what is missing is said', async () => {
    const path = join(folder, 'wire.bin')
    const whole = honest().file(false)
    writeFileSync(path, whole.subarray(0, whole.length - 3))
    const { code, out } = await runTap(path)
    expect(code).toBe(EXIT.ok)
    expect(out).toMatch(/the file ends within a record: its last \d+ bytes, from byte \d+, are ignored/)
    expect(out).toContain('the recording has no end mark')
  })

  it.each([
    ['nothing', new Uint8Array(0), 'wire.short', '--follow'],
    ['text', Buffer.from('{"type":"run","seed":1}\n'), 'wire.not-a-wire', '--raw'],
    [
      'another format',
      new Script().file().map((byte, i) => (i === 8 ? 9 : byte)),
      'wire.version',
      'format 9',
    ],
    [
      'another protocol',
      new Script().file().map((byte, i) => (i === 12 ? ~byte : byte)),
      'wire.schema',
      SCHEMA,
    ],
  ])('%s is refused with what was expected and what to do', async (_, bytes, code, says) => {
    const path = join(folder, 'bad.bin')
    writeFileSync(path, bytes)
    const refused = await runTap(path)
    expect(refused.code).toBe(EXIT.usage)
    expect(refused.err).toContain(code)
    expect(refused.err).toContain(says)
    expect(refused.out).toBe('')
  })

  it('a source that is not there, and the command line that teaches', async () => {
    expect(await runTap(join(folder, 'none'))).toMatchObject({
      code: EXIT.usage,
      err: expect.stringContaining('graft run --wire') as string,
    })
    let help = ''
    const program = new Command('graft')
      .exitOverride()
      .configureOutput({ writeOut: (text) => (help += text) })
    addSnifferCommand(program, () => undefined)
    await expect(program.parseAsync(['tap', '--help'], { from: 'user' })).rejects.toThrow()
    for (const word of ['--follow', '--raw', 'its own permit', 'Exit codes', 'Examples'])
      expect(help).toContain(word)
  })

  it('500 mutilated files: never an exception; damage is said, in both views', async () => {
    const rng = stream('fuzz', 'tap')
    const whole = honest().say(4000, rotate(2, 9)).file()
    const path = join(folder, 'wire.bin')
    const seen = new Map<string, number>()
    for (let run = 0; run < 500; run++) {
      const bytes = [...whole]
      for (let n = 1 + rng.int(4); n > 0; n--) {
        const at = 16 + rng.int(Math.max(1, bytes.length - 16))
        if (rng.chance(0.5)) bytes[at] = rng.int(256)
        else if (rng.chance(0.5)) bytes.splice(at, 1 + rng.int(20))
        else bytes.splice(at, 0, rng.int(256), rng.int(3), 0)
      }
      writeFileSync(path, Uint8Array.from(bytes))
      const json = await runTap(path, { json: true })
      expect(json.err).toBe('')
      for (const line of jsonLines(json.out)) {
        const what = line['type'] === 'note' ? (line['note'] as string) : (line['type'] as string)
        seen.set(what, (seen.get(what) ?? 0) + 1)
      }
      expect((await runTap(path)).out).toContain('its own permit')
    }
    expect(seen.get('fileDamaged')).toBeGreaterThan(250)
    expect(seen.get('summary')).toBe(500)
    expect([...seen.keys()]).toEqual(expect.arrayContaining(['torn', 'open', 'message']))
  })
})
