import { describe, expect, it } from 'vitest'
import { DoneStatus, Reply } from '#link/messages.gen.js'
import type { WireCommand } from '#link/wire-command.js'
import { FarEnd, SESSION, telemetry } from './support/far-end.js'

const grip: WireCommand = { kind: 'grip', permitId: 7, mask: 15, regrips: 1 }
const release: WireCommand = { kind: 'release', permitId: 8, mask: 15 }
const sent = (messages: readonly { readonly kind: string }[]): string[] =>
  messages.map((m) => m.kind).filter((kind) => kind !== 'timeSync')

describe('commands on the link (VRL-26)', () => {
  it('leave only when the link is up, one after the other', () => {
    const far = new FarEnd()
    const first = far.session.command(grip)
    const second = far.session.command(release)
    expect(sent(far.run(50))).not.toContain('grip')
    far.connect()
    expect(sent(far.run(5))).toEqual(['grip'])
    expect(far.session.commandState(first)).toBe('sent')
    far.ack(first)
    expect(far.session.commandState(first)).toBe('accepted')
    expect(sent(far.run(50))).toEqual([])
    far.say(telemetry({ lastCmdId: first, doneCmdId: first, doneStatus: DoneStatus.ok, doneDetail: 15 }))
    expect(far.session.commandState(first)).toEqual({ done: 'ok', detail: 15 })
    expect(sent(far.run(5))).toEqual(['release'])
    expect(far.session.commandState(second)).toBe('sent')
  })

  it('are repeated after 60 ms, eight times in all, byte for byte', () => {
    const far = new FarEnd().connect()
    const id = far.session.command(grip)
    const frames = new Set<string>()
    const times: number[] = []
    for (let ms = 0; ms < 470; ms++) {
      far.say(telemetry())
      far.session.poll()
      const bytes = far.session.takeBytes()
      const at = Buffer.from(bytes).toString('hex')
      // a time-sync frame of a few bytes may share the portion; the command frame alone is longer than 30 bytes
      if (bytes.length >= 24 && !frames.has(at)) frames.add(at)
      if (bytes.length >= 24) times.push(ms)
      far.clock.advance(1)
    }
    expect(times).toEqual([0, 60, 120, 180, 240, 300, 360, 420])
    expect(far.session.commandState(id)).toBe('sent')
    expect(far.session.counters.retransmits).toBe(7)
  })

  it('are journaled before their first byte, and again when nothing can change any more', () => {
    const far = new FarEnd().connect()
    const id = far.session.command(grip)
    expect(far.journal).toEqual([])
    far.session.poll()
    expect(far.journal).toEqual([{ kind: 'issued', at: 1, session: SESSION, id, command: grip }])
    expect(sent(far.hear())).toEqual(['grip'])
    far.ack(id, Reply.busy)
    expect(far.journal[1]).toMatchObject({ kind: 'settled', id, state: 'refused' })
    expect(far.session.refusal(id)).toBe('busy')
    expect(far.session.takeEvents()).toContainEqual({ kind: 'commandRefused', id, reason: 'busy' })
  })

  it('a repeated acknowledgement (bit 7) counts as the first', () => {
    const far = new FarEnd().connect()
    const id = far.session.command(grip)
    far.run(1)
    far.ack(id, Reply.accepted | 0x80)
    far.ack(id)
    expect(far.session.takeEvents().filter((e) => e.kind === 'accepted')).toHaveLength(1)
  })

  it('stop jumps the queue: it cancels what waits and is sent at once, in any state of the link', () => {
    const far = new FarEnd()
    const waiting = [far.session.command(grip), far.session.command(release)]
    const stop = far.session.stop()
    expect(sent(far.hear())).toEqual(['stop'])
    for (const id of waiting)
      expect([far.session.commandState(id), far.session.refusal(id)]).toEqual(['refused', 'cancelled'])
    far.ack(stop, Reply.noSession)
    expect(far.session.commandState(stop)).toBe('sent')
    far.connect()
    far.ack(stop)
    expect(far.session.commandState(stop)).toEqual({ done: 'ok', detail: 0 })
  })

  it('a stop is repeated until it is answered, and nothing else is sent meanwhile', () => {
    const far = new FarEnd().connect()
    const stop = far.session.stop()
    far.session.command(grip)
    const heard: string[] = []
    for (let i = 0; i < 1_200; i++) {
      far.say(telemetry())
      heard.push(...sent(far.run(1)))
    }
    expect(heard).toEqual(Array(20).fill('stop'))
    far.ack(stop)
    expect(sent(far.run(2))).toEqual(['grip'])
  })

  it('estop goes out even while a stop is waiting for its answer', () => {
    const far = new FarEnd().connect()
    far.session.stop()
    far.session.command({ kind: 'estop' })
    expect(sent(far.hear())).toEqual(['estop', 'stop'])
  })

  it('an answer to what has not left yet is of an older session, and changes nothing', () => {
    const far = new FarEnd()
    const early = far.session.stop()
    far.ack(early)
    expect(far.session.commandState(early)).toBe('sent')
    far.connect()
    const id = far.session.command(grip)
    far.ack(early)
    far.session.poll()
    far.ack(id)
    far.say(telemetry({ lastCmdId: id, doneCmdId: id, doneStatus: DoneStatus.ok }))
    expect(far.session.commandState(id)).toBe('sent')
    expect(sent(far.hear())).toEqual(['grip'])
    far.ack(id)
    expect(far.session.commandState(id)).toBe('accepted')
  })

  it('a setPose that a stop overtook may have been executed: nobody says that it was not', () => {
    const far = new FarEnd().connect()
    const pose = far.session.command({ kind: 'setPose', x: 0, y: 0, theta: 0 })
    far.run(1)
    const stop = far.session.stop()
    far.run(1)
    far.say(telemetry({ lastCmdId: stop }))
    expect(far.session.commandState(pose)).toBe('unknown')
  })

  it('the queue is bounded', () => {
    const far = new FarEnd()
    const ids = Array.from({ length: 33 }, () => far.session.command(grip))
    const last = ids[32] as (typeof ids)[number]
    expect([far.session.commandState(last), far.session.refusal(last)]).toEqual(['refused', 'queueFull'])
  })

  it('when the link is lost, what was sent is unknown and what was not sent never will be', () => {
    const far = new FarEnd().connect()
    const first = far.session.command(grip)
    const second = far.session.command(release)
    far.run(600)
    expect(far.session.status).toBe('lost')
    expect(far.session.commandState(first)).toBe('unknown')
    expect([far.session.commandState(second), far.session.refusal(second)]).toEqual(['refused', 'linkLost'])
    const late = far.session.command(grip)
    expect([far.session.commandState(late), far.session.refusal(late)]).toEqual(['refused', 'linkLost'])
    const stop = far.session.stop()
    expect([far.session.commandState(stop), far.hear()]).toEqual(['refused', []])
  })

  it('the firmware saying that it no longer remembers leaves the outcome unknown, and the lane free', () => {
    const far = new FarEnd().connect()
    const first = far.session.command(grip)
    far.run(1)
    far.ack(first, Reply.stale)
    expect(far.session.commandState(first)).toBe('unknown')
    far.session.command(release)
    expect(sent(far.run(1))).toEqual(['release'])
  })

  it('answers about other commands change nothing', () => {
    const far = new FarEnd().connect()
    const id = far.session.command(grip)
    far.run(1)
    far.ack(id + 1)
    far.say(telemetry({ doneCmdId: id + 1, lastCmdId: 0 }))
    expect(far.session.commandState(id)).toBe('sent')
  })

  it('the last 256 commands are remembered', () => {
    const far = new FarEnd().connect()
    const first = far.session.command({ ...grip, mask: 99 })
    expect(far.session.commandState(first)).toBe('refused')
    for (let i = 0; i < 256; i++) far.session.command({ ...grip, mask: 99 })
    expect(far.session.commandState(first)).toBe('unknown')
  })
})
