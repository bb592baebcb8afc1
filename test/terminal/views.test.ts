import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createView, JsonView } from '#terminal/json-view.js'
import { LiveView, liveLines } from '#terminal/live-view.js'
import { COLOURS, NO_PAINT, paintFor, printable } from '#terminal/paint.js'
import { PlainView } from '#terminal/plain-view.js'
import { playRun, Recorder } from './run-of-five.js'

const PLAIN = { paint: NO_PAINT, unicode: false }
const HOSTILE = '\u001B[2J\u001B]0;owned\u0007\r\n\u202Eevil'
/** every UTF-16 code unit, also halves of pairs */
const ANY_TEXT = fc.uint16Array({ maxLength: 60 }).map((units) => String.fromCharCode(...units))

describe('plain view', () => {
  const out = new Recorder()
  playRun(new PlainView(out, PLAIN))

  it('prints one line per event that matters, and the whole run at the end', () => {
    expect(`\n${out.text}`).toMatchSnapshot()
  })

  it('VRL-14: a person is told of each alarm once, a program of every one', () => {
    const told = out.text.split('\n').filter((line) => line.includes('! alarm'))
    expect(new Set(told).size).toBe(told.length)
    expect(told.length).toBeGreaterThanOrEqual(2)
    const json = new Recorder()
    playRun(new JsonView(json))
    expect(json.text.split('\n').filter((line) => line.startsWith('{"type":"alarm"'))).toHaveLength(3)
  })
})

describe('JSON view', () => {
  it('prints the five types of lines, run first and summary last, the same bytes each time', () => {
    const [first, second] = [new Recorder(), new Recorder()]
    playRun(new JsonView(first))
    playRun(new JsonView(second))
    expect(second.text).toBe(first.text)
    const types = first.text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type)
    expect([types[0], types.at(-1)]).toEqual(['run', 'summary'])
    expect([...new Set(types)].sort()).toEqual(['alarm', 'edit', 'episode', 'run', 'summary'])
    expect(types.filter((type) => type === 'episode')).toHaveLength(5)
  })

  it('counts an alarm in the episode that raised it: the sum of the episodes is that of the run', () => {
    const out = new Recorder()
    playRun(new JsonView(out))
    const lines = out.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; alarms: number })
    const raised = lines.filter(({ type }) => type === 'episode').map(({ alarms }) => alarms)
    expect(raised).toEqual([1, 0, 2, 0, 0])
    expect(lines.at(-1)?.alarms).toBe(3)
  })

  it('names no path of this computer', () => {
    const out = new Recorder()
    playRun(new JsonView(out))
    expect(out.text).not.toContain('report.html')
  })
})

describe('live view', () => {
  it('stands still while a question is open at the terminal', () => {
    const out = new Recorder({ isTTY: true, columns: 60 })
    let draw = (): void => undefined
    const view = new LiveView(out, { paint: NO_PAINT, unicode: false }, (redraw) => {
      draw = redraw
      return () => undefined
    })
    draw()
    view.pause(true)
    const before = out.text
    draw()
    view.unit({ episode: 1, unit: 1, label: 'Go', t: 0, status: 'RUNNING', scoreSoFar: 0 })
    expect(out.text).toBe(before)
    view.pause(false)
    expect(out.text.slice(before.length)).toContain('Go')
  })

  it('draws over its own lines, leaves the cursor visible, and keeps the finished lines', () => {
    const out = new Recorder({ isTTY: true, columns: 60 })
    let ticks = 0
    const view = new LiveView(out, { paint: COLOURS, unicode: true }, (draw) => {
      draw()
      return () => void ticks++
    })
    playRun(view)
    expect(ticks).toBe(1)
    expect(out.text.lastIndexOf('\u001B[?25h')).toBeGreaterThan(out.text.lastIndexOf('\u001B[?25l'))
    const screen = new Screen()
    screen.write(out.text)
    const plain = new Recorder()
    playRun(new PlainView(plain, { paint: NO_PAINT, unicode: true }))
    const kept = plain.text.split('\n').filter((line) => line !== '' && !line.startsWith('  x '))
    expect(screen.lines.filter((line) => line !== '')).toEqual(kept)
  })

  it('fits every moving line into the terminal', () => {
    const out = new Recorder({ isTTY: true, columns: 24 })
    const view = new LiveView(out, { paint: COLOURS, unicode: true }, () => () => undefined)
    view.unit({
      episode: 1,
      unit: 1,
      label: 'a label that is far too long to fit',
      t: 0,
      status: 'RUNNING',
      scoreSoFar: 0,
    })
    const widths = stripVTControlCharacters(out.text)
      .split('\n')
      .map((line) => [...line].length)
    expect(Math.max(...widths)).toBeLessThan(24)
    view.close()
  })

  it('says what runs now in three lines', () => {
    const now = {
      episodes: 10,
      episode: 3,
      unit: 'LoadBlocks',
      t: 24_600,
      scoreSoFar: 25.4,
      assessment: 'after unit 2: s 0.05 c 0.81',
      best: 54.4,
      alarms: 1,
      isStopping: false,
    }
    expect(liveLines(now, 1, PLAIN)).toEqual([
      '\\ episode 3/10    24.6 s  LoadBlocks',
      '  critic after unit 2: s 0.05 c 0.81',
      '  score so far 25.4, best 54.4, 1 alarm',
    ])
    // the report takes a while: no eleventh episode gets ready meanwhile
    expect(liveLines({ ...now, episode: 11 }, 1, PLAIN)).toEqual([
      '\\ the last episode is over  writing down what came of it',
      '  best 54.4, 1 alarm',
    ])
    // nor does the next one get ready in a run that is to end
    expect(liveLines({ ...now, isStopping: true }, 1, PLAIN)).toEqual([
      '\\ stopping the robot and closing the run  (Ctrl-C again to quit at once)',
      '  best 54.4, 1 alarm',
    ])
  })
})

describe('choice of view', () => {
  const tty = new Recorder({ isTTY: true })

  it('is JSON when asked for, live on a terminal, plain elsewhere', () => {
    expect(createView(true, tty, {})).toBeInstanceOf(JsonView)
    const live = createView(false, tty, { TERM: 'xterm' })
    expect(live).toBeInstanceOf(LiveView)
    live.close()
    expect(createView(false, tty, { TERM: 'dumb' })).toBeInstanceOf(PlainView)
    expect(createView(false, tty, { TERM: 'xterm', CI: 'true' })).toBeInstanceOf(PlainView)
    expect(createView(false, new Recorder(), { TERM: 'xterm' })).toBeInstanceOf(PlainView)
  })

  it('honours NO_COLOR, and colours nothing that is not a terminal', () => {
    expect(paintFor(tty, { NO_COLOR: '1' })).toBe(NO_PAINT)
    expect(paintFor(tty, { NO_COLOR: '' })).toBe(COLOURS)
    expect(paintFor(new Recorder(), {})).toBe(NO_PAINT)
  })
})

describe('hostile text', () => {
  it.each(['plain', 'live', 'json'] as const)('moves no cursor in the %s view', (kind) => {
    const out = new Recorder({ isTTY: kind === 'live', columns: 300 })
    const view =
      kind === 'json'
        ? new JsonView(out)
        : kind === 'plain'
          ? new PlainView(out, PLAIN)
          : new LiveView(out, PLAIN, () => () => undefined)
    playRun(view, HOSTILE)
    expect(out.text).not.toContain('\u001B[2J')
    expect(out.text).not.toContain('\u001B]')
    expect(out.text).not.toContain('\r\n')
  })

  it('printable: no control character is left, and no text is longer than it may be', () => {
    fc.assert(
      fc.property(ANY_TEXT, fc.integer({ min: 3, max: 40 }), (text, most) => {
        const shown = printable(text, most)
        expect(shown).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
        expect([...shown].length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

/** As much of a terminal as the live view uses: lines, cursor up, clear below. */
class Screen {
  readonly lines: string[] = ['']
  #row = 0

  write(text: string): void {
    for (const [token] of text.matchAll(
      /\u001B\[(\d+)A|\u001B\[J|\u001B\[[?\d;]*[a-z]|\r|\n|[^\u001B\r\n]+/g,
    ))
      this.#apply(token)
  }

  #apply(token: string): void {
    const up = /\[(\d+)A$/.exec(token)
    if (up !== null) this.#row -= Number(up[1])
    else if (token.endsWith('[J')) this.lines.length = this.#row
    else if (token === '\n') this.lines[++this.#row] ??= ''
    else if (token !== '\r' && !token.startsWith('\u001B')) {
      this.lines[this.#row] = (this.lines[this.#row] ?? '') + token
    }
  }
}
