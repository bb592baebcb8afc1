import { describe, expect, it } from 'vitest'
import { readAddress, readHooks, readUnlock } from '#bt-tools/monitor/hooks/json.js'
import { CONTROL, shareMemory } from '#bt-tools/monitor/memory.js'
import { Probe } from '#bt-tools/monitor/probe.js'
import {
  readReply,
  textOf,
  utf8,
  writeError,
  writeRequest,
  type Frames,
  type RequestType,
} from '#bt-tools/monitor/protocol.js'
import { Responder } from '#bt-tools/monitor/responder.js'
import { readStatus, shownStatus } from '#bt-tools/monitor/view/shown-status.js'

const HOOK = {
  enabled: true,
  uid: 1,
  mode: 0,
  once: false,
  desired_status: 'SKIPPED',
  position: 0,
} as const

function rig() {
  const memory = shareMemory([1, 2])
  const responder = new Responder({ hooks: true, silenceMs: 100 })
  responder.publish({ memory, xml: '<root/>', uuid: new Uint8Array(16) })
  const ask = (type: RequestType, argument?: string, usec = 5_000_000.75): string => {
    const answer = responder.answer(writeRequest(type, 7, argument), usec)
    const frames: Frames = answer.kind === 'reply' ? answer.frames : []
    const reply = readReply(frames)
    return 'problem' in reply
      ? `problem: ${reply.problem}`
      : reply.payload === undefined
        ? 'done'
        : textOf(reply.payload)
  }
  return { memory, responder, ask }
}

describe('requests that change hooks', () => {
  it('are answered without a payload, and the list shows what they did', () => {
    const { ask } = rig()
    const list = () => JSON.parse(ask('D')) as unknown[]
    expect(ask('I', JSON.stringify([HOOK, { ...HOOK, uid: 2, position: 1 }]))).toBe('done')
    expect(list()).toEqual([HOOK, { ...HOOK, uid: 2, position: 1 }])
    expect(ask('X')).toBe('done')
    expect(list()).toMatchObject([{ enabled: false }, { enabled: false }])
    expect(ask('R', '{"uid":1,"position":0}')).toBe('done')
    expect(list()).toMatchObject([{ uid: 2 }])
    expect(ask('R', '{"uid":1,"position":0}')).toBe('problem: Node ID not found')
    expect(ask('U', '{"uid":2,"position":1,"desired_status":"FAILURE","remove_when_done":true}')).toBe('done')
    expect(list()).toMatchObject([{ uid: 2, desired_status: 'FAILURE', once: true, enabled: false }])
    expect(ask('U', '{"uid":1,"position":1,"desired_status":"FAILURE","remove_when_done":true}')).toBe(
      'problem: Node ID not found',
    )
    expect(ask('A')).toBe('done')
    expect(list()).toEqual([])
  })

  it('are gone with the tree that they were for', () => {
    const { ask, responder, memory } = rig()
    ask('I', JSON.stringify(HOOK))
    responder.publish({ memory, xml: '', uuid: new Uint8Array(16) })
    expect(ask('D')).toBe('[]')
  })

  it('a replacement that acts once is listed as such', () => {
    const { ask } = rig()
    ask('I', JSON.stringify({ ...HOOK, mode: 1, once: true }))
    expect(JSON.parse(ask('D'))).toEqual([{ ...HOOK, mode: 1, once: true }])
  })
})

describe('requests that record', () => {
  it('start with the time as a whole number, and stop or not by their argument', () => {
    const { ask, memory } = rig()
    const recording = () => memory.control[CONTROL.recording]
    expect(ask('r', 'start')).toBe('5000000')
    expect(recording()).toBe(1)
    expect(ask('r', 'pause')).toBe('done')
    expect(recording()).toBe(1)
    expect(ask('r', 'stop')).toBe('done')
    expect(recording()).toBe(0)
    expect(ask('t')).toBe('')
    expect(ask('T')).toBe('<root/>')
  })
})

describe('the bell and the pulse', () => {
  it('ring and count only for a tree that is shown', () => {
    const { memory, responder } = rig()
    const before = memory.control[CONTROL.bell] ?? 0
    responder.wake()
    expect(memory.control[CONTROL.bell]).toBe(before + 1)
    responder.heartbeat(0, false)
    responder.heartbeat(1, true)
    expect(memory.control[CONTROL.pulse]).toBe(2)
    const none = new Responder({ hooks: true, silenceMs: 1 })
    expect(() => (none.wake(), none.heartbeat(0, true), none.heartbeat(9, false))).not.toThrow()
  })

  it('a client counts as there up to the last millisecond of the silence, and hooks change only then', () => {
    const { memory, responder, ask } = rig()
    const bell = () => memory.control[CONTROL.bell]
    responder.heartbeat(0, true)
    ask('I', JSON.stringify(HOOK))
    const rung = bell()
    responder.heartbeat(100, false)
    expect([bell(), JSON.parse(ask('D'))]).toMatchObject([rung, [{ enabled: true }]])
    responder.heartbeat(101, false)
    expect(JSON.parse(ask('D'))).toMatchObject([{ enabled: false }])
    responder.heartbeat(102, true)
    expect(JSON.parse(ask('D'))).toMatchObject([{ enabled: true }])
  })
})

describe('what is said about an argument, word by word', () => {
  const said = (result: ReturnType<typeof readHooks | typeof readAddress | typeof readUnlock>) =>
    result.ok ? undefined : result.error
  const hook = (more: object) => said(readHooks(JSON.stringify({ ...HOOK, ...more })))

  it.each<[object, string]>([
    [{ enabled: 1 }, '[json.exception.type_error.302] type must be boolean, but is number'],
    [{ enabled: null }, '[json.exception.type_error.302] type must be boolean, but is null'],
    [{ once: 'no' }, '[json.exception.type_error.302] type must be boolean, but is string'],
    [{ uid: '1' }, '[json.exception.type_error.302] type must be number, but is string'],
    [{ uid: [1] }, '[json.exception.type_error.302] type must be number, but is array'],
    [{ uid: {} }, '[json.exception.type_error.302] type must be number, but is object'],
    [{ desired_status: true }, '[json.exception.type_error.302] type must be string, but is boolean'],
    [{ desired_status: 'DONE' }, 'Cannot convert this to NodeStatus: DONE'],
    [{ desired_status: 'x'.repeat(99) }, `Cannot convert this to NodeStatus: ${'x'.repeat(80)}`],
    [{ mode: 2 }, 'mode must be 0 or 1'],
    [{ mode: -1 }, 'mode must be 0 or 1'],
    [{ position: 2 }, 'position must be 0 or 1'],
    [{ mode: undefined }, "[json.exception.out_of_range.403] key 'mode' not found"],
    [{ once: undefined }, "[json.exception.out_of_range.403] key 'once' not found"],
  ])('a hook with %o', (more, message) => {
    expect(hook(more)).toBe(message)
  })

  it.each([
    ['3', '[json.exception.type_error.304] cannot use at() with number'],
    ['null', '[json.exception.type_error.304] cannot use at() with null'],
    ['"x"', '[json.exception.type_error.304] cannot use at() with string'],
    ['true', '[json.exception.type_error.304] cannot use at() with boolean'],
    ['[[]]', '[json.exception.type_error.304] cannot use at() with array'],
    ['{', '[json.exception.parse_error.101] parse error: the argument is not JSON'],
  ])('hooks that are %s', (text, message) => {
    expect(said(readHooks(text))).toBe(message)
  })

  it('an address and an unlock', () => {
    expect(said(readAddress('[]'))).toBe('[json.exception.type_error.304] cannot use at() with array')
    expect(said(readAddress('}'))).toBe(
      '[json.exception.parse_error.101] parse error: the argument is not JSON',
    )
    expect(said(readAddress('{"uid":1}'))).toBe("[json.exception.out_of_range.403] key 'position' not found")
    expect(said(readUnlock('{"uid":1,"desired_status":"IDLE","position":0}'))).toBe(
      "[json.exception.out_of_range.403] key 'remove_when_done' not found",
    )
    expect(readHooks('[]')).toEqual({ ok: true, value: [] })
  })
})

describe('replies as a client reads them', () => {
  const problem = (...frames: Uint8Array[]) => readReply(frames)

  it.each<[string, Uint8Array[], string]>([
    ['nothing', [], 'an empty reply'],
    ['an error', [...writeError('no such tree')], 'no such tree'],
    ['an error without words', [utf8('error')], 'a reply header of 5 bytes'],
    ['an error of three parts', [utf8('error'), utf8('a'), utf8('b')], 'a reply header of 5 bytes'],
    ['two frames that are no error', [utf8('mirror'), utf8('a')], 'a reply header of 6 bytes'],
    ['a long header', [new Uint8Array(23)], 'a reply header of 23 bytes'],
  ])('%s', (_, frames, words) => {
    expect(problem(...frames)).toEqual({ problem: words })
  })
})

describe('the statuses of nodes, from the probe to the client', () => {
  it('stand behind the numbers of their nodes, also of two bytes', () => {
    const memory = shareMemory([1, 2, 3])
    const probe = new Probe(memory, () => 0)
    probe.changed({ uid: 3 }, 'IDLE', 'RUNNING')
    probe.changed({ uid: 1 }, 'RUNNING', 'IDLE')
    probe.changed({ uid: 9 }, 'IDLE', 'SUCCESS')
    expect([...readStatus(memory.status)]).toEqual([
      [1, 11],
      [2, 0],
      [3, 1],
    ])
    const payload = new Uint8Array([0x2c, 0x01, 2, 5, 0, 3, 7, 7])
    expect([...readStatus(payload)]).toEqual([
      [300, 2],
      [5, 3],
    ])
  })

  it('reach nodes by number and not by place, also past 255', () => {
    const uids = Array.from({ length: 300 }, (_, i) => 300 - i)
    const memory = shareMemory(uids)
    const probe = new Probe(memory, () => 0)
    probe.changed({ uid: 300 }, 'IDLE', 'SUCCESS')
    probe.changed({ uid: 44 }, 'IDLE', 'FAILURE')
    const shown = [...readStatus(memory.status)].filter(([, status]) => status !== 0)
    expect(shown).toEqual([
      [300, 2],
      [44, 3],
    ])
  })

  it('have names, and unknown ones are idle', () => {
    expect([0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 255].map(shownStatus)).toEqual([
      'idle',
      'running',
      'success',
      'failure',
      'skipped',
      'idle',
      'was-running',
      'was-success',
      'was-failure',
      'idle',
      'idle',
    ])
  })
})
