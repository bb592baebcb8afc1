import { describe, expect, it } from 'vitest'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { JsonView } from '#terminal/json-view.js'
import { LiveView } from '#terminal/live-view.js'
import { NO_PAINT } from '#terminal/paint.js'
import { PlainView } from '#terminal/plain-view.js'
import { Recorder } from './run-of-five.js'

const HOSTILE = '/dev/\u001B[2Jserial\n'
const NEWS: readonly LinkProgress[] = [
  { kind: 'waiting', secondsLeft: 60 },
  { kind: 'waiting', secondsLeft: 59 },
  { kind: 'skipped', device: HOSTILE, why: 'it does not answer' },
  { kind: 'back', device: '/dev/ttyACM1', bootId: 7, afterMs: 1234 },
  { kind: 'gave-up', afterMs: 60_000, why: 'no controller answers' },
]
const PLAIN = { paint: NO_PAINT, unicode: false }

describe('what is told of a lost link', () => {
  it('a log gets a line a second, with the seconds that are left', () => {
    const out = new Recorder()
    const view = new PlainView(out, PLAIN)
    for (const statusEvent of NEWS) view.link(statusEvent)
    expect(out.text.split('\n').map((line) => line.trim())).toEqual([
      'link lost: waiting for the controller, 60 s left',
      'link lost: waiting for the controller, 59 s left',
      expect.stringMatching(/^\/dev\/.*serial.* is not the controller: it does not answer$/) as string,
      'the controller is back on /dev/ttyACM1 after 1.2 s',
      'no controller came back in 60.0 s: no controller answers',
      '',
    ])
    expect(out.text).not.toContain('\u001B')
  })

  it('a terminal counts down in its moving line, and keeps what it came to', () => {
    const out = new Recorder({ isTTY: true })
    const view = new LiveView(out, PLAIN, () => () => undefined)
    for (const statusEvent of NEWS) view.link(statusEvent)
    view.close()
    expect(out.text).toContain('waiting for the controller, 59 s left')
    expect(out.text).toContain('the controller is back on /dev/ttyACM1')
    expect(out.text).toContain('no controller came back')
  })

  it('a program gets one object each', () => {
    const out = new Recorder()
    const view = new JsonView(out)
    for (const statusEvent of NEWS) view.link(statusEvent)
    const lines = out.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines[0]).toEqual({ type: 'link', news: 'waiting', secondsLeft: 60 })
    expect(lines[3]).toEqual({ type: 'link', news: 'back', device: '/dev/ttyACM1', bootId: 7, afterMs: 1234 })
    expect(lines).toHaveLength(NEWS.length)
  })
})
