import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPO } from '#lab/architecture/source-tree.js'
import { Service } from './support/service.js'

/** A service in a world described by data: the home, as fast as the computer can. */
describe('graft serve in a world', () => {
  const service = new Service(
    ['robot: { pace: fast, faults: none }', 'world: { name: home, task: tidy }'].join('\n'),
    { page: true },
  )
  beforeAll(() => service.start(), 60_000)
  afterAll(() => service.close())

  const scores = async (): Promise<number[]> => {
    const { run } = (await service.shown()) as { run: { scores: number[] } | null }
    return run?.scores ?? []
  }
  const done = async (episodes: number): Promise<void> => {
    // each has the time of a hang guard: searching takes long on a busy computer
    for (let n = 1; n <= episodes; n++)
      await service.until(`episode ${n}`, async () => (await scores()).length >= n)
  }
  let key = ''

  it('learns the task: nothing moves before somebody has armed, and the second tree is better', async () => {
    key = String((await service.ask('run', { episodes: 3 }))['key'])
    expect(key).toMatch(/^home-tidy-s1-/)
    expect(await service.shown()).toMatchObject({ mode: 'SAFE', activity: 'waiting-for-arm' })
    await service.arm()
    await done(2)
    const [first = NaN, second = NaN] = await scores()
    expect(second).toBeGreaterThan(first + 100)
    const { facts, link } = (await service.shown()) as {
      facts: { subject: string }[]
      link: { status: string }
    }
    expect(facts.map(({ subject }) => subject)).toContain('location(mug)')
    expect(link.status).toMatch(/connecting|up|none/)
  }, 240_000)

  it('is killed in an episode, starts in SAFE, and goes on where it was', async () => {
    await service.end('SIGKILL')
    await service.start()
    expect(await service.shown()).toMatchObject({ mode: 'SAFE', activity: 'idle' })
    expect(await service.ask('run', { resume: key })).toMatchObject({ key })
    await service.arm()
    await done(3)
    expect((await scores()).slice(1).every((score) => score > 100)).toBe(true)
  }, 240_000)

  it('refuses what a world has not: other tasks, trees of the field, setpoints', async () => {
    const { link } = await service.status('idle', ({ activity }) => activity === 'idle')
    expect(link).toMatchObject({ status: 'none', silentMs: null })
    expect((await service.try('run', { field: 'F1' })).refused).toBe('task.missing')
    expect((await service.try('run', { field: '../../etc/passwd' })).refused).toBe('task.missing')
    expect((await service.try('run', { field: 'other/fetch' })).refused).toBe('task.missing')
    const { session } = await service.ask('teleop.begin')
    const drive = { session, vx: 0.1, vy: 0, wz: 0 }
    expect((await service.try('teleop.drive', drive)).refused).toBe('teleop.steps')
    await service.ask('teleop.end', { session })
    await service.status('idle', ({ activity }) => activity === 'idle')
    const xml = '<root BTCPP_format="4"><BehaviorTree ID="M"><MoveToZone zone="1"/></BehaviorTree></root>'
    expect((await service.try('tree.stage', { field: 'home/tidy', xml, cause: 'test' })).refused).toBe(
      'bt.unknown-node',
    )
    const own = '<root BTCPP_format="4"><BehaviorTree ID="M"><GoTo place="sofa"/></BehaviorTree></root>'
    expect(await service.try('tree.stage', { field: 'home/tidy', xml: own, cause: 'test' })).toMatchObject({
      value: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    })
  }, 60_000)
})

describe('a world whose robot really moves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-real-world-'))
  beforeAll(() => {
    cpSync(join(REPO, 'worlds/home'), folder, { recursive: true })
    const robot = readFileSync(join(folder, 'robot.yaml'), 'utf8')
    const real = robot.replace('simulated: home', "process: ['true']")
    expect(real).not.toBe(robot)
    writeFileSync(join(folder, 'robot.yaml'), real)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is not served by a configuration that calls it virtual, nor the other way round', async () => {
    const cases = [
      ['robot: { body: driver }\nworld: { name: home }', 'robot.body: virtual'],
      [`robot: { body: virtual }\nworld: { name: '${folder}' }`, 'robot.body: driver'],
    ] as const
    for (const [config, expected] of cases) {
      const service = new Service(config)
      expect(await service.begin()).toBe(2)
      expect(service.output).toContain(expected)
      await service.close()
    }
  }, 60_000)

  it('calls somebody when its driver does not start, and says why in the status', async () => {
    const service = new Service(`robot: { body: driver }\nworld: { name: '${folder}' }`)
    await service.start()
    await service.ask('run', { episodes: 1 })
    await service.arm()
    interface Alarm {
      readonly acknowledged: unknown
      readonly record: { readonly reasons: readonly string[]; readonly text: string }
    }
    const calling = ({ alarms }: Record<string, unknown>): readonly Alarm[] =>
      (alarms as readonly Alarm[]).filter(({ record }) => record.reasons.includes('not_started'))
    const status = await service.status('an alarm', (shown) => calling(shown).length > 0)
    const [alarm] = calling(status)
    expect([alarm?.acknowledged, alarm?.record.text]).toEqual([
      null,
      expect.stringMatching(/^the episode did not start: .*the driver ended with code 0/),
    ])
    await service.close()
  }, 60_000)
})
