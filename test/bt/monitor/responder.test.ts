import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareMemory } from '#bt-tools/monitor/memory.js'
import {
  readReply,
  textOf,
  utf8,
  writeReply,
  writeRequest,
  type Frames,
  type RequestType,
} from '#bt-tools/monitor/protocol.js'
import { Responder } from '#bt-tools/monitor/responder.js'

const uuid = new Uint8Array(16).fill(0xab)
const hook = '{"enabled":true,"uid":1,"mode":0,"once":false,"desired_status":"SKIPPED","position":0}'

function rig(hooks = true) {
  const memory = shareMemory([1, 2])
  const responder = new Responder({ hooks, silenceMs: 100 })
  responder.publish({ memory, xml: '<root/>', uuid })
  const frames = (request: Frames): Frames => {
    const answer = responder.answer(request, 5_000_000)
    return answer.kind === 'reply' ? answer.frames : answer.reply(utf8(answer.names.join('|')))
  }
  const ask = (type: RequestType, argument?: string): string => {
    const reply = readReply(frames(writeRequest(type, 7, argument)))
    return 'problem' in reply ? reply.problem : textOf(reply.payload ?? new Uint8Array(0))
  }
  return { memory, responder, frames, ask }
}

describe('responder: requests', () => {
  it('repeats the header and adds the UUID of the tree that is shown', () => {
    const { frames, responder } = rig()
    const [header] = frames(writeRequest('S', 0x01020304))
    expect(Buffer.from(header ?? []).toString('hex')).toBe(`025304030201${'ab'.repeat(16)}`)
    responder.publish({ memory: shareMemory([1]), xml: '', uuid: new Uint8Array(16) })
    expect(readReply(frames(writeRequest('S', 1)))).toMatchObject({ uuid: '00'.repeat(16) })
  })

  it('answers with errors in words, and never with an exception, whatever comes', () => {
    const header = fc.oneof(
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(...'TSBIRUDAXrt').map((type) => writeRequest(type as RequestType, 1)[0] as Uint8Array),
    )
    const { frames } = rig()
    fc.assert(
      fc.property(
        fc.array(fc.oneof(header, fc.uint8Array({ maxLength: 200 })), { maxLength: 4 }),
        (request) => {
          const reply = frames(request)
          expect(reply.length).toBeGreaterThanOrEqual(1)
          expect([22, 5]).toContain(reply[0]?.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('says so when no tree is shown yet', () => {
    const answer = new Responder({ hooks: true, silenceMs: 1 }).answer(writeRequest('T', 1), 0)
    expect(answer.kind === 'reply' && readReply(answer.frames)).toEqual({ problem: 'no tree is shown yet' })
  })

  it('asks the ticking thread for blackboards, and passes on why it has none', () => {
    const { responder } = rig()
    const answer = responder.answer(writeRequest('B', 1, 'Main;a/b'), 0)
    expect(answer).toMatchObject({ kind: 'blackboards', names: ['Main', 'a/b'] })
    if (answer.kind !== 'blackboards') return
    expect(readReply(answer.reply('too busy'))).toEqual({ problem: 'too busy' })
    expect(readReply(answer.reply(utf8('x')))).toMatchObject({ payload: utf8('x') })
  })

  it('changes nothing when hooks are switched off, and keeps answering', () => {
    const { ask, memory } = rig(false)
    for (const type of ['I', 'R', 'U'] as const) expect(ask(type, hook)).toContain('switched off')
    expect([...memory.hooks]).toEqual([0, 0, 0, 0])
    expect([ask('D'), ask('A'), ask('X')]).toEqual(['[]', '', ''])
    expect(ask('T')).toBe('<root/>')
  })
})

describe('responder: silence', () => {
  const enabled = (dump: string): unknown => (JSON.parse(dump) as { enabled: boolean }[])[0]?.enabled

  it('disables hooks after it, and enables them again after the next request was answered', () => {
    const { responder, ask } = rig()
    ask('I', hook)
    responder.heartbeat(1000, true)
    responder.heartbeat(1100, false)
    expect(enabled(ask('D'))).toBe(true)
    responder.heartbeat(1101, false)
    expect(enabled(ask('D'))).toBe(false)
    responder.heartbeat(1102, true)
    expect(enabled(ask('D'))).toBe(true)
  })
})

describe('client: replies', () => {
  it('are read as they are written, and hostile ones are a problem in words', () => {
    const request = { type: 'S', id: 9 } as const
    expect(readReply(writeReply(request, uuid, utf8('x')))).toEqual({
      type: 'S',
      id: 9,
      uuid: 'ab'.repeat(16),
      payload: utf8('x'),
    })
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 3 }), (frames) => {
        const reply = readReply(frames)
        expect('problem' in reply ? typeof reply.problem : reply.uuid.length).toBe(
          'problem' in reply ? 'string' : 32,
        )
      }),
    )
  })
})
