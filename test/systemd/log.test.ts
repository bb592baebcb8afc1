import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLog, type Log } from '#adapters/systemd/log.js'
import { stdoutKind, type LogFormat } from '#adapters/systemd/log-format.js'
import { StdoutSink } from '#adapters/systemd/stdout-sink.js'
import type { LogLevel } from '#runtime/status/status-event.js'

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal']

function listen(options: { level?: LogLevel; format?: LogFormat } = {}) {
  const lines: string[] = []
  let clock = 0
  const log: Log = openLog({
    level: options.level ?? 'info',
    format: options.format ?? 'json',
    now: () => clock,
    sink: { write: (line) => void lines.push(line), flush: () => Promise.resolve() },
  })
  const json = () => lines.map((line) => JSON.parse(line) as { level: string; msg: string; source: string })
  return { log, lines, json, pass: (ms: number) => void (clock += ms) }
}

describe('the log of the service', () => {
  it('writes one JSON object a line: time, level, source, text, fields', () => {
    const { log, lines } = listen()
    log.log('warn', 'link', 'silent for 1 s\nand 100 %d', { device: 'ttyACM0' })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      source: 'link',
      msg: 'silent for 1 s\nand 100 %d',
      data: { device: 'ttyACM0' },
    })
    expect((JSON.parse(lines[0] ?? '') as { time: string }).time).toMatch(/^\d{4}-.*Z$/)
  })

  it('under journald each line begins with its priority', () => {
    const { log, lines } = listen({ level: 'debug', format: 'journal' })
    for (const level of LEVELS) log.log(level, 'x', level)
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['<7>{', '<6>{', '<4>{', '<3>{', '<2>{'])
  })

  it('on a terminal it speaks to people, without control characters', () => {
    const { log, lines } = listen({ format: 'human' })
    log.log('error', 'critic', 'it said \u001b[2Jboo\u0007', { n: 1 })
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} error critic: it said \\u001b\[2Jboo\\u0007 {2}\{"n":1\}\n$/,
    )
  })

  it('knows the journal by the device and inode of its own output', () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-log-'))
    const file = openSync(join(folder, 'out'), 'w')
    try {
      const { dev, ino } = statSync(join(folder, 'out'))
      expect(stdoutKind({ JOURNAL_STREAM: `${dev}:${ino}` }, file)).toBe('journal')
      // inherited, while the output was sent elsewhere
      expect(stdoutKind({ JOURNAL_STREAM: `${dev}:${ino + 1}` }, file)).not.toBe('journal')
      expect(stdoutKind({}, 99_999)).toBe('json')
    } finally {
      closeSync(file)
      rmSync(folder, { recursive: true })
    }
  })

  it('its level changes while it runs', () => {
    const { log, json } = listen()
    log.log('debug', 'x', 'unheard')
    log.setLevel('debug')
    log.log('debug', 'x', 'heard')
    log.setLevel('error')
    log.log('warn', 'x', 'unheard again')
    expect(log.level).toBe('error')
    expect(json().map(({ msg }) => msg)).toEqual(['heard'])
  })

  it('folds what is said more than three times a minute, and counts it', async () => {
    const { log, json, pass } = listen()
    for (let i = 0; i < 10; i++) {
      log.log('warn', 'link', 'silent')
      log.log('warn', 'camera', 'silent')
    }
    expect(json()).toHaveLength(6)
    pass(60_000)
    log.log('info', 'x', 'else')
    expect(json().slice(6)).toMatchObject([
      { source: 'link', msg: 'silent (7 times more)', level: 'warn' },
      { source: 'camera', msg: 'silent (7 times more)' },
      { source: 'x', msg: 'else' },
    ])
    for (let i = 0; i < 4; i++) log.log('warn', 'link', 'silent')
    await log.flush()
    expect(
      json()
        .slice(9)
        .map(({ msg }) => msg),
    ).toEqual(['silent', 'silent', 'silent', 'silent (1 times more)'])
  })

  it('keeps count of a bounded number of lines', () => {
    const { log, json } = listen()
    for (let i = 0; i < 4; i++) log.log('info', 'x', 'first')
    for (let i = 0; i < 300; i++) log.log('info', 'x', `line ${i}`)
    expect(
      json()
        .filter(({ msg }) => msg.startsWith('first'))
        .map(({ msg }) => msg),
    ).toEqual(['first', 'first', 'first', 'first (1 times more)'])
    expect(json()).toHaveLength(304)
  })

  it('never throws, whatever it is given', () => {
    const { log, json } = listen()
    const round: Record<string, unknown> = { big: 12n }
    round['self'] = round
    log.log('info', 'x', 'round', round)
    log.log('info', 'x', 'throws', {
      get bad() {
        throw new Error('no')
      },
    })
    log.log('info', 'x', 'y'.repeat(100_000))
    expect(json().map(({ msg }) => msg.slice(0, 6))).toEqual(['round', 'throws', 'yyyyyy'])
    expect(json()[2]?.msg.length).toBeLessThan(9000)
  })
})

describe('standard output', () => {
  it('writes everything in order before flush is over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-log-'))
    const file = openSync(join(folder, 'out'), 'w')
    try {
      const sink = new StdoutSink(file)
      for (let i = 0; i < 1000; i++) sink.write(`line ${i}\n`)
      await sink.flush()
      const lines = readFileSync(join(folder, 'out'), 'utf8').split('\n')
      expect(lines.slice(0, -1)).toEqual(Array.from({ length: 1000 }, (_, i) => `line ${i}`))
    } finally {
      closeSync(file)
      rmSync(folder, { recursive: true })
    }
  })

  it('drops what nobody reads beyond a bound, and says how much', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-log-'))
    const file = openSync(join(folder, 'out'), 'w')
    try {
      const sink = new StdoutSink(file)
      const line = `${'x'.repeat(999)}\n`
      // in one turn: no write can end meanwhile
      for (let i = 0; i < 3000; i++) sink.write(line)
      await sink.flush()
      const text = readFileSync(join(folder, 'out'), 'utf8')
      expect(text.length).toBeLessThan(1.2e6)
      const dropped = /"msg":"(\d+) lines were dropped/.exec(text)?.[1]
      expect(Number(dropped)).toBe(3000 - text.split('\n').filter((each) => each.startsWith('x')).length)
    } finally {
      closeSync(file)
      rmSync(folder, { recursive: true })
    }
  })

  it('outlives a reader that is gone', async () => {
    const sink = new StdoutSink(99_999)
    for (let i = 0; i < 3; i++) sink.write('unheard\n')
    await expect(sink.flush()).resolves.toBeUndefined()
  })
})
