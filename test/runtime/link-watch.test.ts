import { describe, expect, it } from 'vitest'
import type { LinkNote } from '#learning/episode.js'
import { EstopCause, EventCode, ResetCause, StateBit, type Event, type Stats } from '#link/messages.gen.js'
import { linkReport, LinkWatch } from '#runtime/link/link-watch.js'
import { FarEnd, helloAck, telemetry } from '../link/support/far-end.js'

/** A session whose controller is the test, looked at every 20 ms as the reflex loop does. */
class Watched {
  readonly far = new FarEnd()
  readonly notes: LinkNote[] = []
  readonly watch = new LinkWatch(this.far.session, this.far.clock, (note) => this.notes.push(note))
  statsAsked = 0
  counts = ZERO
  #tMs = 20
  #seq = 0

  constructor() {
    this.far.run(1)
    this.far.say(helloAck())
    this.run(40)
  }

  /** @param alive telemetry comes @param bits its state */
  run(ms: number, alive = true, bits = 1): void {
    for (let i = 0; i < ms; i += 20) {
      this.#tMs += 20
      if (alive) this.far.say(telemetry({ tMs: this.#tMs, state: bits }))
      this.watch.poll()
      for (const { kind } of this.far.run(20)) {
        if (kind !== 'getStats') continue
        this.statsAsked++
        if (alive) this.far.say(this.counts)
      }
    }
  }

  event(code: number, status = 0, detail = 0): void {
    this.#seq++
    const event: Event = {
      kind: 'event',
      eventSeq: this.#seq,
      tMs: this.#tMs,
      cmdId: 0,
      code,
      status,
      detail,
    }
    this.far.say(event)
  }

  texts(level?: LinkNote['level']): string[] {
    return this.notes.flatMap((note) => (level === undefined || note.level === level ? [note.text] : []))
  }
}

const ZERO: Stats = {
  kind: 'stats',
  uptimeMs: 0,
  rxBytes: 0,
  rxFrames: 0,
  rxBadCobs: 0,
  rxBadCrc: 0,
  rxBadLength: 0,
  rxOversize: 0,
  rxSeqGaps: 0,
  txFrames: 0,
  txDropped: 0,
  execCount: 0,
  replayed: 0,
  refused: 0,
  hbLosses: 0,
  rxLost: 0,
  resetCause: 0,
}

/** bytes that are no frame */
const NOISE = new Uint8Array([9, 9, 9, 0])

describe('what the link has to say', () => {
  it('a link that is well says nothing but that it is there, and the controller is asked once a second', () => {
    const robot = new Watched()
    robot.run(10_000)
    robot.watch.settle()
    expect(robot.notes.map(({ level }) => level)).toEqual(['debug'])
    expect(robot.watch.trouble).toBeUndefined()
    expect(robot.statsAsked).toBe(11)
  })

  it('a stall of 130 ms: degraded and recovered, once each, with its length', () => {
    const robot = new Watched()
    robot.run(130, false)
    robot.run(400)
    expect(robot.texts('warn')).toEqual([expect.stringMatching(/^degraded: /)])
    expect(robot.texts('info')).toEqual([expect.stringMatching(/^recovered after 1[2-6]0 ms$/)])
    expect(robot.watch.degraded).toBe(1)
    expect(robot.watch.trouble?.notes.map(({ level }) => level)).toEqual(['warn', 'info'])
    expect(robot.watch.last?.text).toMatch(/^recovered/)
  })

  it('half a second of silence is told as the loss that it is', () => {
    const robot = new Watched()
    robot.run(600, false)
    robot.watch.settle()
    expect(robot.texts('error')).toEqual(['lost: no telemetry for half a second'])
  })

  it('a pulled cable, a foreign session', () => {
    const pulled = new Watched()
    pulled.far.session.hangUp()
    pulled.watch.settle()
    expect(pulled.texts('error')).toEqual(['lost: the port is closed: cable, power or driver'])
    const taken = new Watched()
    taken.far.say(telemetry({ tMs: 9_000, session: 77 }))
    taken.watch.settle()
    expect(taken.texts('error')[0]).toMatch(/^lost: the controller has restarted, or another program/)
  })

  it('a restarted controller, and why it restarted: the first event of its new life', () => {
    const robot = new Watched()
    robot.run(1_000)
    robot.event(EventCode.commLoss)
    robot.far.say({ kind: 'event', eventSeq: 1, tMs: 0, cmdId: 0, code: EventCode.booted, status: ResetCause.watchdog, detail: 0 })
    robot.watch.settle()
    expect(robot.texts('error')).toEqual([
      'the controller restarted: watchdog reset: the control loop hung',
      'lost: the controller has restarted, or another program has taken it over',
    ])
  }) // prettier-ignore

  it('why the controller started last, once it has answered', () => {
    const robot = new Watched()
    expect(linkReport(robot.far.session, robot.watch, null).started).toBe('its board does not say why')
    robot.counts = { ...ZERO, resetCause: ResetCause.watchdog }
    robot.run(2_000)
    expect(linkReport(robot.far.session, robot.watch, null).started).toBe(
      'watchdog reset: the control loop hung',
    )
  })

  it('bytes that the receiver of the controller lost', () => {
    const robot = new Watched()
    robot.counts = { ...ZERO, rxLost: 7 }
    robot.run(12_000)
    robot.watch.settle()
    expect(robot.texts('warn')).toEqual(['noise on the line: 7 bytes lost by the receiver of the controller'])
  })

  it('a controller of another protocol, with what it speaks', () => {
    const far = new FarEnd()
    const notes: LinkNote[] = []
    const watch = new LinkWatch(far.session, far.clock, (note) => notes.push(note))
    far.run(1)
    far.say(helloAck({ schemaHash: 0xbeef }))
    watch.poll()
    expect(notes).toMatchObject([
      { level: 'error', text: expect.stringContaining('schema 0000beef') as string },
    ])
  })

  it('what the controller noticed by itself, at its moment by our clock', () => {
    const robot = new Watched()
    robot.event(EventCode.commLoss)
    robot.event(EventCode.estopLatched, EstopCause.button)
    robot.event(EventCode.vacuumLost, 0, 2)
    robot.run(40, true, 1 | StateBit.commLoss)
    expect(robot.texts('warn')).toEqual([
      'the controller missed the heartbeats and stopped the robot',
      'the controller latched the emergency stop (button)',
      expect.stringMatching(/^degraded/),
    ])
    expect(robot.texts('debug')).toContain('cup 2 has lost its block')
  })

  it('noise is counted on both sides, told at once and then every ten seconds', () => {
    const robot = new Watched()
    robot.run(2_000)
    robot.far.session.feed(NOISE)
    robot.counts = { ...ZERO, rxBadCrc: 3, rxSeqGaps: 3 }
    robot.run(2_000)
    const first = robot.texts('warn')
    expect(first).toHaveLength(1)
    expect(first[0]).toMatch(/^noise on the line: 1 frame from the controller damaged/)
    for (let i = 0; i < 300; i++) {
      robot.far.session.feed(NOISE)
      robot.run(100)
    }
    robot.watch.settle()
    const told = robot.texts('warn')
    expect(told.length).toBeGreaterThanOrEqual(3)
    expect(told.length).toBeLessThanOrEqual(5)
    const sums = told.map((text) => Number(/(\d+) frames? from the controller damaged/.exec(text)?.[1] ?? 0))
    expect(sums.reduce((a, b) => a + b)).toBe(301)
    expect(told.join()).toContain('3 frames to the controller damaged')
  })

  it('law 9: a link that flaps for ten minutes makes no flood, and nothing is lost in silence', () => {
    const robot = new Watched()
    let flaps = 0
    for (; flaps < 3_000; flaps++) {
      robot.run(120, false)
      robot.run(80)
    }
    robot.watch.settle()
    expect(robot.watch.degraded).toBe(flaps)
    // ten and a count in each ten seconds
    expect(robot.notes.length).toBeLessThanOrEqual((600 / 10 + 2) * 11)
    const held = robot.texts().map((text) => Number(/^and (\d+) more/.exec(text)?.[1] ?? 0))
    const single = robot.texts().filter((text) => /^(degraded|recovered)/.test(text)).length
    expect(held.reduce((a, b) => a + b) + single).toBe(2 * flaps)
    const { notes = [], leftOut = 0 } = robot.watch.trouble ?? {}
    expect(notes).toHaveLength(100)
    expect(leftOut).toBeGreaterThan(400)
  })

  it('why it was lost is kept, however much came before', () => {
    const robot = new Watched()
    for (let i = 0; i < 300; i++) {
      robot.run(120, false)
      robot.run(80)
    }
    robot.far.session.hangUp()
    robot.watch.settle()
    expect(robot.watch.trouble?.notes.at(-1)).toMatchObject({ level: 'error' })
  })
})
