import { describe, expect, it } from 'vitest'
import { Reply } from '#link/messages.gen.js'
import { replyName } from '#link/command-queue.js'
import { Conversation } from './support/conversation.js'

const up = (): Conversation => new Conversation().connect()

describe('what becomes of one command, told in the order in which it happens', () => {
  it('done: journaled, sent, accepted, ended by an event', () => {
    const talk = up()
    const id = talk.command('grip')
    expect(talk.fate(id)).toBe('queued')
    talk.wait(1)
    expect(talk.fate(id)).toBe('sent')
    talk.ack(id, 'accepted')
    expect(talk.fate(id)).toBe('accepted')
    talk.wait(200).done(id, 'incomplete', 9)
    expect(talk.heard()).toEqual(['# issued 1 grip', '1 > grip 1', '! accepted 1', '# settled 1 done incomplete 9', '! done 1 incomplete 9'])
    expect(talk.fate(id)).toBe('done incomplete 9')
    expect(talk.session.counters.retransmits).toBe(0)
  }) // prettier-ignore

  it('instant: over as soon as it is accepted', () => {
    const talk = up()
    const id = talk.command('setPose')
    talk.wait(1).ack(id, 'accepted')
    expect(talk.heard()).toEqual([
      '# issued 1 setPose',
      '1 > setPose 1',
      '# settled 1 done ok 0',
      '! accepted 1',
      '! done 1 ok 0',
    ])
  })

  it.each(
    Object.keys(Reply).filter((name) => !['accepted', 'noSession', 'stale'].includes(name)),
  )('refused: %s is told as the reason, and the next command leaves', (reason) => {
    const talk = up()
    const first = talk.command('grip')
    const second = talk.command('release')
    talk.wait(1).ack(first, reason as keyof typeof Reply)
    expect(talk.heard()).toEqual(['# issued 1 grip', '1 > grip 1', '# settled 1 refused', `! commandRefused 1 ${reason}`])
    expect(talk.fate(first)).toBe(`refused: ${reason}`)
    expect([talk.wait(1).heard(), talk.fate(second)]).toEqual([['# issued 2 release', '2 > release 2'], 'sent'])
  }) // prettier-ignore

  it('no session, to a command: it is offered again until there is one', () => {
    const talk = up()
    const id = talk.command('grip')
    talk.wait(1).ack(id, 'noSession').wait(60)
    expect(talk.heard()).toEqual(['# issued 1 grip', '1 > grip 1', '61 > grip 1'])
  })

  it('stale, or an answer that no schema knows: nobody knows, and the lane is free', () => {
    for (const reply of [Reply.stale, 99]) {
      const talk = up()
      const id = talk.command('grip')
      talk.wait(1).ack(id, reply)
      expect(talk.heard()).toEqual(['# issued 1 grip', '1 > grip 1', '# settled 1 unknown', '! outcomeUnknown 1'])
      talk.command('release')
      expect(talk.wait(70).heard()).toEqual(['# issued 2 release', '2 > release 2', '62 > release 2'])
      expect(talk.fate(id)).toBe('unknown')
    }
    expect([replyName(99), replyName(Reply.busy | 0x80)]).toEqual([undefined, 'busy'])
  }) // prettier-ignore

  it('never sent: a number out of its range is refused at once', () => {
    const talk = up()
    const id = talk.command('nonsense')
    expect(talk.heard()).toEqual(['# settled 1 refused', '! commandRefused 1 badRange'])
    expect(talk.fate(id)).toBe('refused: badRange')
  })

  it('what it does not know it does not remember', () => {
    const talk = up()
    expect(talk.fate(12 as never)).toBe('unknown')
    expect(talk.session.refusal(12 as never)).toBeUndefined()
  })
})

describe('a command that is not answered', () => {
  it('is offered eight times, then its outcome is unknown and it is offered every 500 ms while the link lives', () => {
    const talk = up()
    const id = talk.command('grip')
    talk.wait(1_600)
    const fast = [1, 61, 121, 181, 241, 301, 361, 421].map((t) => `${t} > grip 1`)
    expect(talk.heard()).toEqual(['# issued 1 grip', ...fast, '481 > grip 1', '! outcomeUnknown 1', '981 > grip 1', '1481 > grip 1'])
    expect([talk.fate(id), talk.session.counters.retransmits]).toEqual(['unknown', 10])
    // it was executed after all
    talk.ack(id, 'accepted')
    expect([talk.heard(), talk.fate(id)]).toEqual([['! accepted 1'], 'accepted'])
    expect(talk.wait(1_000).heard()).toEqual([])
  }) // prettier-ignore

  it('is resolved by telemetry: running, then done', () => {
    const talk = up()
    const id = talk.command('grip')
    talk.wait(1).telemetry({ activeCmdId: id, lastCmdId: id })
    expect([talk.heard().at(-1), talk.fate(id)]).toEqual(['! accepted 1', 'accepted'])
    expect(talk.telemetry({ activeCmdId: id, lastCmdId: id }).heard()).toEqual([])
    talk.telemetry({ doneCmdId: id, lastCmdId: id, doneStatus: 4, doneDetail: 12 })
    expect(talk.heard()).toEqual(['# settled 1 done stalled 12', '! done 1 stalled 12'])
  })

  it('is resolved by telemetry: a later id came first, so an actuation never ran and never will', () => {
    const talk = up()
    const id = talk.command('grip')
    talk.wait(1).telemetry({ lastCmdId: id })
    expect(talk.fate(id)).toBe('sent')
    talk.telemetry({ lastCmdId: id + 1 })
    expect(talk.heard().slice(2)).toEqual(['# settled 1 refused', '! commandRefused 1 superseded'])
    expect(talk.fate(id)).toBe('refused: superseded')
  })

  it('is not taken for superseded while the controller runs it', () => {
    const talk = up()
    const id = talk.command('grip')
    talk
      .wait(1)
      .ack(id, 'accepted')
      .telemetry({ lastCmdId: id + 1 })
    expect(talk.fate(id)).toBe('accepted')
  })

  it('a status that no schema knows counts as none', () => {
    const talk = up()
    const id = talk.command('grip')
    const event = { kind: 'event', eventSeq: 1, tMs: 5, cmdId: id, code: 1, status: 77, detail: 0 } as const
    talk.wait(1).ack(id, 'accepted').say(event)
    expect(talk.fate(id)).toBe('done none 0')
  })

  it('an end that is told of another command changes nothing', () => {
    const talk = up()
    const id = talk.command('grip')
    talk
      .wait(1)
      .done(id + 1, 'ok')
      .telemetry({ doneCmdId: id + 1 })
    expect(talk.fate(id)).toBe('sent')
    talk.done(id, 'ok')
    expect([talk.fate(id), talk.done(id, 'stalled').fate(id)]).toEqual(['done ok 0', 'done ok 0'])
  })
})

describe('stopping', () => {
  it('cancels what waits, and what is journaled but not yet sent; what is on its way is offered no more', () => {
    const talk = up()
    const [first, second] = [talk.command('grip'), talk.command('release')]
    talk.wait(1).heard()
    const stop = talk.command('stop')
    expect(talk.carry().heard()).toEqual(['# settled 2 refused', '# issued 3 stop', '2 > stop 3', '! commandRefused 2 cancelled'])
    expect([talk.fate(first), talk.fate(second), talk.session.stopping]).toEqual(['sent', 'refused: cancelled', true])
    expect(talk.wait(130).heard()).toEqual(['62 > stop 3', '122 > stop 3'])
    talk.ack(stop, 'accepted').wait(1_000)
    expect(talk.heard()).toEqual(['# settled 3 done ok 0', '! accepted 3', '! done 3 ok 0'])
    expect(talk.session.stopping).toBe(false)
    talk.telemetry({ lastCmdId: stop })
    expect(talk.fate(first)).toBe('refused: superseded')
  }) // prettier-ignore

  it('pressed again does not wait for the next repeat, and stays one command', () => {
    const talk = up()
    const stop = talk.command('stop')
    talk.wait(10)
    expect(talk.command('stop')).toBe(stop)
    talk.wait(75)
    expect(talk.heard()).toEqual(['# issued 1 stop', '1 > stop 1', '11 > stop 1', '71 > stop 1'])
    // the second press tells nothing about the line, the repeat for lack of an answer does
    expect(talk.session.counters.retransmits).toBe(1)
    const estop = talk.command('estop')
    expect([estop, talk.command('estop')]).toEqual([2, 2])
  })

  it('and the e-stop go out together, and each is answered for itself', () => {
    const talk = up()
    const [stop, estop] = [talk.command('stop'), talk.command('estop')]
    talk.wait(1).heard()
    talk.ack(estop, 'accepted')
    expect([talk.fate(stop), talk.fate(estop)]).toEqual(['sent', 'done ok 0'])
    expect(talk.wait(60).heard().filter((line) => line.includes('>'))).toEqual(['61 > stop 1'])
    talk.ack(stop, 'accepted')
    expect(talk.session.stopping).toBe(false)
  }) // prettier-ignore

  it('in front of everything: also of frames that wait in the transmit queue, and setpoints that wait are taken back', () => {
    const talk = up()
    talk.wait(1)
    const setpoint = { permitId: 5, vx: 0.1, vy: 0, wz: 0, ttlMs: 100 }
    expect(talk.session.setVelocity(setpoint)).toBe(true)
    talk.session.requestStats()
    talk.command('stop')
    expect(talk.session.setVelocity(setpoint)).toBe(false)
    expect(talk.carry().heard()).toEqual(['# issued 1 stop', '1 > stop 1', '1 > getStats'].map((line) => line.replace('1 >', '2 >')))
    talk.ack(1, 'accepted')
    expect(talk.session.setVelocity(setpoint)).toBe(true)
    expect(talk.session.setVelocity({ ...setpoint, vx: 9 })).toBe(false)
    expect(talk.carry().heard().at(-1)).toBe('2 > setVelocity')
    talk.session.setVelocity(setpoint)
    talk.command('estop')
    expect(talk.carry().heard().filter((line) => line.includes('>'))).toEqual(['2 > estop 2'])
    talk.ack(2, 'accepted')
    talk.session.setVelocity(setpoint)
    talk.command('setPose')
    expect(talk.carry().heard().filter((line) => line.includes('>'))).toEqual(['2 > setVelocity'])
  }) // prettier-ignore

  it('is refused like any command, and then no longer repeated', () => {
    const talk = up()
    const stop = talk.command('stop')
    talk.wait(1).ack(stop, 'badLength')
    expect([talk.fate(stop), talk.session.stopping]).toEqual(['refused: badLength', false])
    talk.heard()
    expect(talk.wait(200).heard()).toEqual([])
  })
})

describe('the journal before the first byte', () => {
  it('a command waits until its entry is written; a stop does not', () => {
    const talk = up()
    talk.unwritten.add(1).add(2)
    const grip = talk.command('grip')
    expect([talk.wait(100).heard(), talk.fate(grip)]).toEqual([['# issued 1 grip'], 'queued'])
    // nobody can have answered what nobody has heard: it was the same number of an older session
    talk.ack(grip, 'accepted').done(grip, 'ok').telemetry({ doneCmdId: grip, activeCmdId: grip, lastCmdId: 9 })
    expect([talk.heard(), talk.fate(grip)]).toEqual([[], 'queued'])
    talk.unwritten.clear()
    expect([talk.wait(1).heard(), talk.fate(grip)]).toEqual([['101 > grip 1'], 'sent'])
    talk.unwritten.add(2)
    talk.command('stop')
    expect(talk.carry().heard()).toEqual(['# issued 2 stop', '102 > stop 2'])
  }) // prettier-ignore

  it('stop, silence and loss refuse for certain what was journaled and never sent', () => {
    const fates = (end: (talk: Conversation) => unknown): string => {
      const talk = up()
      talk.unwritten.add(1)
      const grip = talk.command('grip')
      talk.wait(5)
      end(talk)
      return talk.fate(grip)
    }
    expect(fates((talk) => talk.command('stop'))).toBe('refused: cancelled')
    expect(fates((talk) => talk.session.withdrawWaiting())).toBe('refused: linkDegraded')
    expect(fates((talk) => talk.wait(600, false))).toBe('refused: linkLost')
  })

  it('a frame that has not left the transmit queue has not been asked: its answer is an older one', () => {
    const talk = up()
    talk.wait(1)
    const grip = talk.command('grip')
    talk.session.poll()
    talk.ack(grip, 'accepted').done(grip, 'ok').telemetry({ doneCmdId: grip, lastCmdId: grip })
    expect(talk.fate(grip)).toBe('sent')
    // taken back before it left, it was certainly not executed
    talk.command('stop')
    expect(talk.fate(grip)).toBe('refused: cancelled')
    expect(talk.carry().heard().filter((line) => line.includes('>'))).toEqual(['2 > stop 2'])
  }) // prettier-ignore
})

describe('when the link is not what it was', () => {
  it('withdraws the actuations that wait, and lets the rest go on', () => {
    const talk = up()
    const ids = (['grip', 'setPose', 'release', 'reset'] as const).map((name) => talk.command(name))
    talk.wait(1)
    talk.session.withdrawWaiting()
    expect(ids.map((id) => talk.fate(id))).toEqual(['sent', 'queued', 'refused: linkDegraded', 'queued'])
    talk.ack(1, 'busy').heard()
    talk.wait(1).ack(2, 'accepted').wait(1)
    expect(talk.heard().filter((line) => line.includes('>'))).toEqual(['2 > setPose 2', '3 > estopReset 4'])
  })

  it('sends and repeats nothing but stops while it is degraded, and goes on afterwards', () => {
    const talk = up()
    const first = talk.command('grip')
    const second = talk.command('release')
    talk.wait(1).wait(150, false)
    expect(talk.session.status).toBe('degraded')
    expect(talk.heard()).toEqual(['# issued 1 grip', '1 > grip 1', '61 > grip 1', '! degraded'])
    talk.command('stop')
    expect(talk.wait(70, false).heard().filter((line) => line.includes('>'))).toEqual(['152 > stop 3', '212 > stop 3'])
    talk.ack(3, 'accepted').telemetry({ lastCmdId: 3 })
    expect([talk.session.status, talk.fate(first), talk.fate(second)]).toEqual(['up', 'refused: superseded', 'refused: cancelled'])
  }) // prettier-ignore

  it('the controller that misses our heartbeats degrades it too, and its next good word recovers it', () => {
    const talk = up()
    talk.telemetry({ state: 1 + 2 }).telemetry({ state: 1 + 2 })
    expect([talk.session.status, talk.heard()]).toEqual(['degraded', ['! degraded']])
    talk.telemetry({ state: 1 })
    expect([talk.session.status, talk.heard()]).toEqual(['up', ['! recovered']])
  })

  it('is lost after 500 ms of silence: every outcome is told, and nothing leaves any more', () => {
    const talk = up()
    const [first, second] = [talk.command('grip'), talk.command('release')]
    talk.wait(1).heard()
    const stop = talk.command('stop')
    talk.heard()
    talk.wait(600, false)
    const lines = talk.heard().filter((line) => !line.includes('>'))
    expect(lines).toEqual(['! degraded', '# settled 3 unknown', '# settled 1 unknown', '! lost silence', '! outcomeUnknown 3', '! outcomeUnknown 1'])
    expect([first, second, stop].map((id) => talk.fate(id))).toEqual(['unknown', 'refused: cancelled', 'unknown'])
    talk.session.requestStats()
    talk.session.allowHeartbeat()
    expect(talk.fate(talk.command('setPose'))).toBe('refused: linkLost')
    expect(talk.fate(talk.command('estop'))).toBe('refused: linkLost')
    expect([talk.session.stopping, [...talk.session.takeBytes()]]).toEqual([false, []])
    expect(talk.session.setVelocity({ permitId: 1, vx: 0, vy: 0, wz: 0, ttlMs: 50 })).toBe(false)
  }) // prettier-ignore
})
