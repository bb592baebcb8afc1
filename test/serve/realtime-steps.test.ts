import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectConsole } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { must } from '#base/result.js'
import type { CommandName } from '#console/catalogue.js'
import { judgeTranscript } from '#drivers/judge-transcript.js'
import { decodeEntry } from '#drivers/transcript/transcript.js'
import { needs } from '../needs/needs.js'
import { Service, type Json } from './support/service.js'

const WINDOW_MS = 1000
/** the arm says that it stands so long after a stop at most, and a message takes a turn each way */
const DECLARED_MS = 400 + 2 * 100

/** A person who drives the arm of the tabletop by steps, on the real service, over CURVE, in real time. */
describe('driving the robot of a world by hand', needs('MuJoCo'), () => {
  const service = new Service(
    [
      'robot: { body: virtual, pace: real, faults: none }',
      'world: { name: tabletop }',
      `teleop: { windowMs: ${WINDOW_MS} }`,
    ].join('\n'),
  )
  beforeAll(() => service.start(), 120_000)
  afterAll(() => service.close())

  const begin = async (): Promise<string> => String((await service.ask('teleop.begin'))['session'])
  const step = (session: string, skill: string, params: object = {}): Promise<Json> =>
    service.ask('teleop.step', { session, skill, params })
  const running = (): Promise<Json> => service.status('somebody drives', ({ mode }) => mode === 'RUNNING')
  /** Signs of life until the step has ended. @returns how */
  const ended = async (session: string, n: unknown): Promise<Json> => {
    let newest: Json = {}
    await service.until('the step ends', async () => {
      newest = (await service.ask('teleop.alive', { session }))['newest'] as Json
      return newest['step'] === n && newest['result'] !== 'running'
    })
    return newest
  }
  const over = async (): Promise<string> => {
    await service.status(
      'the session is over',
      ({ mode, activity }) => mode === 'SAFE' && activity === 'idle',
    )
    return service.log.filter(({ msg }) => msg.startsWith('teleoperation by')).at(-1)?.msg ?? ''
  }
  const transcript = (session: string): Transcript =>
    readTranscript(join(service.state, 'state', 'teleop', `${session}.ndjson`))

  it('moves the arm by a permitted step, refuses by the rules of the world, and permits as much as it sends', async () => {
    const begun = await service.ask('teleop.begin')
    const session = String(begun['session'])
    expect(begun['keys']).toMatchObject({ w: 'Jog forward=20', c: 'Grip closed=true' })
    expect(begun['skills']).toContain('Pick item approach speed')
    expect(await step(session, 'Jog', { forward: 20 })).toEqual({
      refused: 'nobody has armed and confirmed yet',
    })
    await service.arm()
    await running()

    const first = await step(session, 'Jog', { forward: 20, up: -30 })
    expect(first).toEqual({ step: 1 })
    expect(await step(session, 'Jog', { left: 20 })).toEqual({ refused: 'step 1 is still under way' })
    expect(await ended(session, 1)).toMatchObject({ result: 'done' })
    for (const [skill, params, why] of REFUSED)
      expect((await step(session, skill, params))['refused'], `${skill} ${JSON.stringify(params)}`).toMatch(
        why,
      )
    expect(await step(session, 'Grip', { closed: true })).toEqual({ step: 2 })
    expect(await ended(session, 2)).toMatchObject({ result: 'done' })
    await service.ask('teleop.end', { session })
    expect(await over()).toMatch(/ended after .* 2 steps permitted, 8 refused/)
    const { executes, permits, breaches } = transcript(session)
    expect(executes).toEqual(['Jog', 'Grip'])
    expect(new Set(permits).size).toBe(2)
    expect(breaches).toEqual([])
  }, 120_000)

  it('stops a running step when the operator falls silent, and ends in SAFE', async () => {
    const session = await begin()
    await service.arm()
    await running()
    expect(await step(session, 'Pick', { item: 'red_cube' })).toEqual({ step: 1 })
    expect(await over()).toMatch(/silent after .* 1 steps permitted, 0 refused/)
    const { executedAt, stopAt, stoodAt, results } = transcript(session)
    expect(results).toEqual(['stopped'])
    // the window begins with the step itself; a turn may last 100 ms
    expect(stopAt - executedAt).toBeGreaterThan(WINDOW_MS - 100)
    expect(stopAt - executedAt).toBeLessThan(WINDOW_MS + 300)
    expect(stoodAt - stopAt).toBeLessThanOrEqual(DECLARED_MS)
  }, 120_000)

  it('stops a running step when the connection is lost, within the window of silence', async () => {
    const session = await begin()
    await service.arm()
    await running()
    expect(await step(session, 'Pick', { item: 'red_cube' })).toEqual({ step: 1 })
    await service.ask('teleop.alive', { session })
    service.connect()
    expect(await over()).toMatch(/silent after .* 1 steps permitted/)
    const { executedAt, stopAt, stoodAt, results } = transcript(session)
    expect(results).toEqual(['stopped'])
    // one sign of life came after the step
    expect(stopAt - executedAt).toBeLessThan(2 * WINDOW_MS)
    expect(stoodAt - stopAt).toBeLessThanOrEqual(DECLARED_MS)
  }, 120_000)

  it('obeys a STOP of another operator in the middle of a step, who can drive no session of theirs', async () => {
    const session = await begin()
    const key = readClientKey(join(service.state, 'state/keys/local.graft-key'))
    if (!key.ok) throw new Error(key.error.message)
    const other = connectConsole({ endpoint: key.value.endpoint, key: key.value, name: 'ben' })
    if (!other.ok) throw new Error(other.error.message)
    const ben = async (command: CommandName, params: object = {}) => {
      const answer = await other.value.request(command, params as never, { timeoutMs: 20_000 })
      return answer.ok ? answer.value : answer.error.code
    }
    try {
      await service.arm()
      await running()
      expect(await ben('teleop.begin')).toBe('run.busy')
      expect(await ben('teleop.step', { session, skill: 'Jog', params: { up: 10 } })).toBe('teleop.other')
      expect(await ben('teleop.alive', { session })).toBe('teleop.other')
      expect(await step(session, 'Pick', { item: 'red_cube' })).toEqual({ step: 1 })
      await service.ask('teleop.alive', { session })
      expect(await ben('stop')).toMatchObject({ did: expect.stringContaining('is stopping') as string })
      expect(await over()).toMatch(/operator-stop after .* 1 steps permitted, 0 refused/)
    } finally {
      other.value.close()
    }
    const { executes, stopAt, stoodAt, results, breaches } = transcript(session)
    expect([executes, results, breaches]).toEqual([['Pick'], ['stopped'], []])
    expect(stoodAt - stopAt).toBeLessThanOrEqual(DECLARED_MS)
    expect((await service.try('teleop.step', { session, skill: 'Jog' })).refused).toBe('teleop.over')
  }, 120_000)
})

/** What a step of a world is refused for, and in whose words. */
const REFUSED: readonly (readonly [string, object, RegExp])[] = [
  ['Pick', { item: 'crate' }, /the crate is too wide for the gripper: write Push/],
  ['Press', { button: 'blue_button' }, /the window covers the blue_button: put Open/],
  ['Fly', {}, /Fly is not a skill of the domain tabletop/],
  ['Sequence', {}, /Sequence is not a skill/],
  ['Jog', { forward: 51 }, /forward="51" is not what Jog takes/],
  ['Jog', { sideways: 5 }, /Jog has no port "sideways"/],
  ['Grip', {}, /Grip needs closed/],
  ['Jog', { up: '{height}' }, /only a tree has a blackboard/],
]

interface Transcript {
  readonly executes: readonly string[]
  readonly permits: readonly number[]
  readonly results: readonly string[]
  readonly breaches: readonly unknown[]
  /** ms of the robot's time; of the last of each kind, and when it stood after that stop */
  readonly executedAt: number
  readonly stopAt: number
  readonly stoodAt: number
}

function readTranscript(file: string): Transcript {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1)
  const entries = lines.map((line, index) => must(decodeEntry(line, file, index + 2), 'an entry'))
  const sent = entries.flatMap((entry) =>
    entry.to === 'driver' && entry.message.kind === 'execute'
      ? [{ t: entry.t, ...entry.message.command }]
      : [],
  )
  const executedAt = sent.at(-1)?.t ?? NaN
  const stop = entries.find(
    (entry) => entry.t >= executedAt && entry.to === 'driver' && entry.message.kind === 'stop',
  )
  const stopAt = stop?.t ?? NaN
  const stood = entries.find(
    (entry) =>
      entry.t >= stopAt && 'message' in entry && entry.message.kind === 'heartbeat' && stands(entry.message),
  )
  return {
    executes: sent.map(({ skill }) => skill),
    permits: sent.map(({ permit }) => permit),
    results: entries.flatMap((entry) =>
      'message' in entry && entry.message.kind === 'result' ? [entry.message.result.status] : [],
    ),
    breaches: judgeTranscript(entries).breaches,
    executedAt,
    stopAt,
    stoodAt: stood?.t ?? NaN,
  }
}

const stands = (message: object): boolean =>
  'beat' in message && (message.beat as { readonly moving: boolean }).moving === false
