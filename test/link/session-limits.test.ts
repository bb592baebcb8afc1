import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { LinkSession } from '#link/link-session.js'
import { specOf } from '#link/message-codec.js'
import { EventCode, Reply, StateBit, type Message } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import { FarEnd, helloAck, SESSION, telemetry } from './support/far-end.js'

const kinds = (messages: readonly Message[]): string[] => messages.map(({ kind }) => kind)
const events = (far: FarEnd): string[] => far.session.takeEvents().map(({ kind }) => kind)

describe('the session, one step below its limits and one above', () => {
  it('Hello leaves at the first poll, on a wire that begins with a delimiter, and again after 20 ms', () => {
    const clock = new VirtualClock()
    const session = new LinkSession({ clock, sessionId: SESSION })
    session.poll()
    const first = session.takeBytes()
    expect(first[0]).toBe(0)
    expect(new WireObserver().observe('toFirmware', first)).toMatchObject([{ message: { kind: 'hello', session: SESSION } }])
    const heard: number[] = []
    for (let t = 1; t <= 45; t++) {
      clock.advance(1)
      session.poll()
      if (session.takeBytes().length > 0) heard.push(t)
    }
    expect(heard).toEqual([20, 40])
  }) // prettier-ignore

  it('works without a journal', () => {
    const far = new FarEnd()
    const session = new LinkSession({ clock: far.clock, sessionId: SESSION })
    const id = session.stop()
    expect(session.commandState(id)).toBe('sent')
  })

  it('what comes before the answer to Hello concerns nobody: acknowledgements, events, telemetry', () => {
    const far = new FarEnd()
    const stop = far.session.stop()
    far.hear()
    far.ack(stop)
    far.say({ kind: 'event', eventSeq: 1, tMs: 5, cmdId: stop, code: EventCode.booted, status: 0, detail: 0 })
    far.say(telemetry({ session: 77, doneCmdId: stop }))
    expect([far.session.status, far.session.commandState(stop), events(far)]).toEqual(['connecting', 'sent', []])
    expect(far.session.telemetry?.session).toBe(77)
  }) // prettier-ignore

  it('the first event of a restarted controller ends the session; a late one of its own start does not', () => {
    const booted = { kind: 'event', eventSeq: 1, tMs: 0, cmdId: 0, code: EventCode.booted, status: 4, detail: 0 } as const
    const young = new FarEnd().connect()
    young.say(telemetry({ tMs: 400 }), booted)
    expect([young.session.status, events(young)]).toEqual(['up', ['up']])
    const old = new FarEnd().connect()
    old.say(telemetry({ tMs: 60_000 }), { ...booted, eventSeq: 9, code: EventCode.commLoss }, booted)
    expect(old.session.status).toBe('lost')
    expect(old.session.takeEvents()).toMatchObject([{ kind: 'up' }, { code: 'commLoss' }, { code: 'booted', status: 4 }, { kind: 'lost', why: 'sessionLost' }])
  }) // prettier-ignore

  it('a second answer to Hello changes nothing', () => {
    const far = new FarEnd().connect()
    far.say(helloAck({ bootId: 10 }), helloAck({ accepted: 0 }))
    expect([far.session.status, events(far)]).toEqual(['up', ['up']])
  })

  it('100 ms without telemetry degrade it, 99 do not; 500 lose it, 499 do not', () => {
    const after = (ms: number): string => {
      const far = new FarEnd().connect()
      far.clock.advance(ms)
      far.session.poll()
      return far.session.status
    }
    // the handshake was at 1 ms
    expect([after(99), after(100), after(499), after(500)]).toEqual(['up', 'degraded', 'degraded', 'lost'])
  })

  it('one word of the reflex loop allows heartbeats for 100 ms', () => {
    const beats = (wait: number): number => {
      const far = new FarEnd().connect()
      far.session.allowHeartbeat()
      far.clock.advance(wait)
      far.say(telemetry({ tMs: 100 }))
      far.session.poll()
      return kinds(far.hear()).filter((kind) => kind === 'heartbeat').length
    }
    expect([beats(0), beats(100), beats(101)]).toEqual([1, 1, 0])
  })

  it('the beat goes at the poll nearest to its 40 ms, whatever the period of the polls', () => {
    const times = (period: number, ms: number): number[] => {
      const far = new FarEnd().connect()
      const start = far.clock.now()
      const heard: number[] = []
      for (let t = 0; t <= ms; t += period) {
        far.session.allowHeartbeat()
        far.say(telemetry({ tMs: 100 + t }))
        far.session.poll()
        if (kinds(far.hear()).includes('heartbeat')) heard.push(far.clock.now() - start)
        far.clock.advance(period)
      }
      return heard
    }
    expect(times(1, 130)).toEqual([0, 40, 80, 120])
    expect(times(20, 130)).toEqual([0, 40, 80, 120])
    expect(times(30, 190)).toEqual([0, 30, 60, 90, 120, 150, 180])
    expect(times(19, 140)).toEqual([0, 38, 76, 114])
  })

  it('telemetry that was overtaken by up to 500 ms is late, beyond that the controller restarted', () => {
    const seen = (tMs: number, session = SESSION): readonly [number | undefined, string] => {
      const far = new FarEnd().connect()
      far.say(telemetry({ tMs: 1_000, x: 1 }), telemetry({ tMs, session, x: 2 }))
      return [far.session.telemetry?.x, far.session.status]
    }
    expect(seen(999)).toEqual([1, 'up'])
    expect(seen(500)).toEqual([1, 'up'])
    expect(seen(499)).toEqual([2, 'up'])
    expect(seen(1_000)).toEqual([2, 'up'])
    expect(seen(1_000, 9)).toEqual([1, 'up'])
    expect(seen(1_001, 9)).toEqual([2, 'lost'])
    // the answer to Hello has a time too
    const far = new FarEnd().connect()
    far.say(telemetry({ tMs: 0, x: 3 }))
    expect(far.session.telemetry).toBeUndefined()
  })

  it('statistics are asked for and kept; the newest counts', () => {
    const far = new FarEnd().connect()
    expect(far.session.stats).toBeUndefined()
    far.session.requestStats()
    expect(kinds(far.hear())).toEqual(['getStats'])
    const told = (uptimeMs: number): Message => {
      const numbers = Object.fromEntries(specOf('stats').fields.map(({ name }) => [name, 0]))
      return { kind: 'stats', ...numbers, uptimeMs } as unknown as Message
    }
    far.say(told(1), told(2))
    expect(far.session.stats).toMatchObject({ kind: 'stats', uptimeMs: 2 })
    expect(events(far)).toEqual(['up'])
  })

  it('events count once, in the order of their numbers, each with its code, time and numbers', () => {
    const far = new FarEnd().connect()
    far.session.takeEvents()
    const event = (eventSeq: number, code: number): Message => ({ kind: 'event', eventSeq, tMs: 10 * eventSeq, cmdId: 0, code, status: 1, detail: 2 })
    const codes = Object.entries(EventCode).filter(([name]) => name !== 'booted' && name !== 'commandDone')
    codes.forEach(([, code], i) => far.say(event(i + 2, code), event(i + 2, code), event(i + 1, code)))
    expect(far.session.takeEvents()).toEqual(codes.map(([code], i) => ({ kind: 'firmware', code, at: 10 * (i + 2), status: 1, detail: 2 })))
    far.say(event(99, EventCode.commandDone))
    expect(far.session.takeEvents()).toEqual([])
  }) // prettier-ignore

  it('a frame that the controller did not take is told with its reason', () => {
    const far = new FarEnd().connect()
    far.session.takeEvents()
    far.say({ kind: 'nak', frameType: 0x24, reply: Reply.noPermit, seq: 3 })
    far.say({ kind: 'nak', frameType: 0x24, reply: 111, seq: 4 })
    expect(far.session.takeEvents()).toEqual([
      { kind: 'nak', type: 0x24, reply: 'noPermit' },
      { kind: 'nak', type: 0x24, reply: undefined },
    ])
    expect(far.session.takeEvents()).toEqual([])
  })

  it('lost is final: it hears, says and tells nothing more', () => {
    const far = new FarEnd().connect()
    far.run(600)
    far.session.takeEvents()
    const before = far.session.counters
    far.say(telemetry({ tMs: 2_000, x: 9 }), { kind: 'nak', frameType: 1, reply: 1, seq: 1 })
    far.session.requestStats()
    far.session.poll()
    expect([far.hear(), events(far), far.session.telemetry?.x, far.session.counters]).toEqual([[], [], undefined, before])
  }) // prettier-ignore

  it('a stream that has closed ends it at once, and once', () => {
    const far = new FarEnd().connect()
    far.session.takeEvents()
    far.session.hangUp()
    far.session.hangUp()
    expect(far.session.takeEvents()).toEqual([{ kind: 'lost', why: 'hungUp' }])
    expect(far.session.status).toBe('lost')
    far.session.stop()
    expect(far.session.takeBytes()).toHaveLength(0)
  })

  it('a comm loss that telemetry tells while it is down already is told once, and silence outlasts it', () => {
    const far = new FarEnd().connect()
    far.session.takeEvents()
    far.run(101)
    far.say(telemetry({ tMs: 200, state: 1 | StateBit.commLoss }))
    expect([far.session.status, events(far)]).toEqual(['degraded', ['degraded']])
  })
})
