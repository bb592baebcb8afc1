import { describe, expect, it } from 'vitest'
import { judgeTranscript, type TranscriptBreach } from '#drivers/judge-transcript.js'
import {
  decodeEntry,
  encodeEntry,
  recordingPeer,
  type TranscriptEntry,
} from '#drivers/transcript/transcript.js'
import { Rig, TICK } from './support/rig.js'

/** A session in which everything happens once: refusal, command, stop, silence, e-stop. */
function recorded(): TranscriptEntry[] {
  const entries: TranscriptEntry[] = []
  const rig = new Rig({
    between: (peer, clock) => recordingPeer(peer, clock, (entry) => void entries.push(entry)),
  })
  rig.tick(2)
  rig.move(100, 1)
  rig.tick(2)
  rig.session.reset()
  rig.tick(2)
  rig.move(300, 2)
  rig.tick(20)
  rig.move(3000, 3)
  rig.tick(10)
  rig.session.stop()
  rig.tick(20)
  rig.move(3000, 4)
  rig.tick(5)
  rig.healthy = false
  rig.tick(30)
  rig.healthy = true
  rig.tick(5)
  rig.session.estop()
  rig.tick(5)
  return entries
}

const kinds = (entries: readonly TranscriptEntry[]): TranscriptBreach['kind'][] =>
  judgeTranscript(entries, TICK).breaches.map(({ kind }) => kind)

/** The lawful session with one change: which law does it break? */
function changed(change: (entries: TranscriptEntry[]) => TranscriptEntry[]): TranscriptBreach['kind'][] {
  return [...new Set(kinds(change(recorded())))]
}

const index = (entries: readonly TranscriptEntry[], wanted: (text: string) => boolean): number => {
  const found = entries.findIndex((entry) => wanted(encodeEntry(entry)))
  expect(found).toBeGreaterThanOrEqual(0)
  return found
}

describe('the judge of transcripts', () => {
  it('a stop that overtakes the answer to a command stops that command, and the next waits until it stands', () => {
    const [before, stop] = [recorded(), { kind: 'stop', rpc: 900 }]
    const answered = index(before, (text) => text.includes('"method":"progress","params":{"id":3'))
    const accepted = before.findLastIndex(
      (entry, i) => i < answered && 'message' in entry && entry.message.kind === 'done',
    )
    const { t } = before[accepted] as TranscriptEntry
    const entries = before.toSpliced(accepted, 0, { t, to: 'driver', message: stop } as TranscriptEntry)
    // it goes on as if nothing had been said
    expect(new Set(kinds(entries))).toEqual(new Set(['never-ended', 'stop-late', 'sent-before-standing']))
  })

  it('finds nothing in a lawful session, and counts what it saw', () => {
    const { breaches, counts } = judgeTranscript(recorded(), TICK)
    expect(breaches).toEqual([])
    expect(counts).toEqual({
      sessions: 1,
      commands: 4,
      executions: 3,
      ended: 3,
      stops: 2,
      open: 0,
      unconfirmedStops: 0,
    })
  })

  it('judges the same after writing and reading', () => {
    const entries = recorded()
    const read = entries.map((entry, i) => decodeEntry(encodeEntry(entry), 'x', i + 1))
    expect(read).toEqual(entries.map((value) => ({ ok: true, value })))
  })

  it('knows the breaches of the host', () => {
    const execute = (entries: TranscriptEntry[], change: object): TranscriptEntry[] => {
      const i = index(entries, (text) => text.includes('"permit":3'))
      const entry = entries[i] as Extract<TranscriptEntry, { to: 'driver' }>
      if (entry.message.kind !== 'execute') throw new Error('not a command')
      const command = { ...entry.message.command, ...change }
      return entries.with(i, { ...entry, message: { ...entry.message, command } })
    }
    expect(changed((entries) => execute(entries, { permit: 2 }))).toEqual([
      'permit-reused',
      'permit-executed-twice',
    ])
    expect(changed((entries) => execute(entries, { permit: 0 }))).toEqual(['no-permit'])
    expect(changed((entries) => execute(entries, { id: 2 }))).toContain('id-reused')
  })

  it('knows the breaches of the driver', () => {
    const twice = (part: string) => (entries: TranscriptEntry[]) => {
      const i = index(entries, (text) => text.includes(part))
      return entries.toSpliced(i, 0, entries[i] as TranscriptEntry)
    }
    const without = (part: string) => (entries: TranscriptEntry[]) =>
      entries.toSpliced(
        index(entries, (text) => text.includes(part)),
        1,
      )
    const said =
      (message: object, at = 60) =>
      (entries: TranscriptEntry[]) =>
        entries.toSpliced(at, 0, {
          t: (entries[at] as TranscriptEntry).t,
          to: 'host',
          message,
        } as TranscriptEntry)
    const result = (id: number) => ({ kind: 'result', result: { id, status: 'ok' } })
    expect(changed(twice('"status":"stopped"'))).toEqual(['ended-twice'])
    // and the host did not wait for that end, as far as this recording tells
    expect(changed(without('"status":"stopped"'))).toEqual(['never-ended', 'sent-before-standing'])
    expect(changed(said(result(99)))).toEqual(['unknown-result'])
    expect(changed(said(result(1)))).toEqual(['ended-unaccepted'])
    expect(changed(said({ kind: 'done', rpc: 99 }))).toEqual(['unknown-answer'])
    expect(changed(said({ kind: 'heartbeat', beat: { heard: 1, moving: true, safe: false } }, 12))).toContain(
      'unpermitted-motion',
    )
    expect(
      changed((entries) => {
        const i = index(entries, (text) => text.includes('"reason":"safe"'))
        const refusal = entries[i] as TranscriptEntry & { message: { rpc: number } }
        return entries.with(i, {
          t: refusal.t,
          to: 'host',
          message: { kind: 'done', rpc: refusal.message.rpc },
        })
      }),
    ).toContain('accepted-when-safe')
  })

  it('knows a robot that moves on after a stop, and one that goes on in silence', () => {
    const moving = (entry: TranscriptEntry): TranscriptEntry =>
      'message' in entry && entry.message.kind === 'heartbeat' && entry.to === 'host'
        ? {
            ...entry,
            message: {
              kind: 'heartbeat',
              beat: { heard: entry.message.beat.heard, moving: true, safe: false },
            },
          }
        : entry
    const from = (part: string) => (entries: TranscriptEntry[]) => {
      const i = index(entries, (text) => text.includes(part))
      return entries.map((entry, at) => (at < i ? entry : moving(entry)))
    }
    expect(changed(from('"method":"stop"'))).toEqual(
      expect.arrayContaining(['stop-late', 'unpermitted-motion']),
    )
    expect(changed(from('"permit":4'))).toEqual(expect.arrayContaining(['moves-in-silence', 'not-safe']))
  })
})
