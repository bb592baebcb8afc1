import { beforeEach, describe, expect, it } from 'vitest'
import type { DriverMessage, Execute, HostMessage } from '#drivers/contract.js'
import { createHomeDriver, type SimulatedDriver } from '#simulation/home/driver/home-driver.js'
import type { HomeWorld } from '#simulation/home/home.js'
import { QUIET } from '#simulation/home/scenario.js'
import { domain, homeOf } from './support.js'

let home: HomeWorld
let driver: SimulatedDriver
let heard: DriverMessage[]
let beats = 0

/** Lets time pass as a host does that sends a heartbeat every 100 ms. */
function pass(ms: number, silent = false): void {
  for (let t = 0; t < ms; t += 20) {
    if (!silent && t % 100 === 0) driver.send({ kind: 'heartbeat', n: ++beats })
    driver.advance(20)
    heard.push(...driver.take())
  }
}
function ask(message: HostMessage): DriverMessage {
  driver.send(message)
  const answers = driver.take()
  heard.push(...answers)
  const answer = answers.find((each) => 'rpc' in each)
  if (answer === undefined) throw new Error('no answer')
  return answer
}
let rpc = 0
const execute = (command: Partial<Execute> & Pick<Execute, 'id'>): DriverMessage =>
  ask({
    kind: 'execute',
    rpc: ++rpc,
    command: {
      permit: 1000 + command.id,
      skill: 'GoTo',
      params: { place: 'fridge' },
      deadlineMs: 60_000,
      ...command,
    },
  })
const results = (): DriverMessage[] => heard.filter(({ kind }) => kind === 'result')

const hello = (session: string): DriverMessage =>
  ask({ kind: 'hello', rpc: ++rpc, session, contract: { major: 1, minor: 0 } })

beforeEach(() => {
  home = homeOf()
  driver = createHomeDriver({ home, boot: 'boot-1' })
  heard = []
  beats = 0
  hello('s1')
  ask({ kind: 'reset', rpc: ++rpc })
})

describe('the simulated robot as a driver', () => {
  it('says what it can do', () => {
    expect(hello('s9')).toMatchObject({ kind: 'hello', hello: { boot: 'boot-1', stopMs: 400 } })
    expect(ask({ kind: 'hello', rpc: 1, session: 's', contract: { major: 9, minor: 0 } })).toMatchObject({
      code: 'contract',
    })
  })

  it('carries a command out once, with progress, and reports once', () => {
    expect(execute({ id: 1 })).toMatchObject({ kind: 'done' })
    pass(25_000)
    expect(results()).toEqual([{ kind: 'result', result: { id: 1, status: 'ok' } }])
    expect(heard.filter(({ kind }) => kind === 'progress').length).toBeGreaterThan(10)
    expect(home.truth().get('at')).toBe('fridge')
    expect(execute({ id: 2, skill: 'Pick', params: { item: 'milk' } })).toMatchObject({ kind: 'done' })
    pass(2_000)
    expect(results().at(-1)).toEqual({
      kind: 'result',
      result: { id: 2, status: 'failed', reason: 'no milk is in sight' },
    })
  })

  it('refuses what the laws refuse, and nothing moves', () => {
    execute({ id: 1 })
    expect(execute({ id: 2 })).toMatchObject({ code: 'busy' })
    pass(25_000)
    expect(execute({ id: 1, permit: 5 })).toMatchObject({ code: 'repeated-id' })
    expect(execute({ id: 2, permit: 5 })).toMatchObject({ code: 'repeated-id' })
    // the permit of a repeated id is used up too: under a new id it moves nothing
    expect(execute({ id: 3, permit: 5 })).toMatchObject({ code: 'used-permit' })
    expect(execute({ id: 4, permit: 1001 })).toMatchObject({ code: 'used-permit' })
    expect(execute({ id: 5, permit: 1002 })).toMatchObject({ code: 'used-permit' })
    expect(execute({ id: 10, deadlineMs: 0 })).toMatchObject({ code: 'expired' })
    expect(execute({ id: 11, skill: 'Fly' })).toMatchObject({ code: 'unknown-skill' })
    expect(execute({ id: 12, params: {} })).toMatchObject({ code: 'bad-params' })
    expect(execute({ id: 13, params: { place: 'fridge', x: 1 } })).toMatchObject({ code: 'bad-params' })
    expect(execute({ id: 14, params: { place: 'moon' } })).toMatchObject({ code: 'bad-params' })
    pass(1_000)
    expect(results()).toHaveLength(1)
    expect(driver.moving).toBe(false)
  })

  it('begins in SAFE and knows no command without a session', () => {
    driver = createHomeDriver({ home: homeOf(), boot: 'b' })
    expect(execute({ id: 1 })).toMatchObject({ code: 'no-session' })
    expect(ask({ kind: 'reset', rpc: 1 })).toMatchObject({ code: 'no-session' })
    hello('s2')
    expect(execute({ id: 2 })).toMatchObject({ code: 'safe' })
  })

  it('STOP ends the command as stopped, within the declared time, and needs no permit', () => {
    execute({ id: 1 })
    pass(4_000)
    expect(driver.moving).toBe(true)
    expect(ask({ kind: 'stop', rpc: 77 })).toEqual({ kind: 'done', rpc: 77 })
    pass(400)
    expect(driver.moving).toBe(false)
    expect(results()).toMatchObject([{ kind: 'result', result: { id: 1, status: 'stopped' } }])
    expect(execute({ id: 2 })).toMatchObject({ kind: 'done' })
  })

  it('an emergency stop holds until reset', () => {
    execute({ id: 1 })
    pass(4_000)
    ask({ kind: 'estop', rpc: 1 })
    expect(ask({ kind: 'reset', rpc: 2 })).toMatchObject({ code: 'safe' })
    pass(600)
    expect(execute({ id: 2 })).toMatchObject({ code: 'safe' })
    expect(heard.findLast(({ kind }) => kind === 'heartbeat')).toMatchObject({
      beat: { safe: true, why: 'estop', moving: false },
    })
    expect(ask({ kind: 'reset', rpc: 3 })).toMatchObject({ kind: 'done' })
    expect(execute({ id: 3 })).toMatchObject({ kind: 'done' })
  })

  it('a silent host: SAFE, standing within heartbeat and stop time; reset only when it is heard again', () => {
    execute({ id: 1 })
    pass(4_000)
    pass(520 + 400, true)
    expect(driver.moving).toBe(false)
    expect(results()).toMatchObject([{ kind: 'result', result: { id: 1, status: 'stopped' } }])
    expect(ask({ kind: 'reset', rpc: 1 })).toMatchObject({ code: 'safe' })
    pass(200)
    expect(ask({ kind: 'reset', rpc: 2 })).toMatchObject({ kind: 'done' })
  })

  it('a command that takes longer than its deadline is stopped and has failed', () => {
    execute({ id: 1, deadlineMs: 3_000 })
    pass(4_000)
    expect(results()).toMatchObject([{ result: { id: 1, status: 'failed', reason: 'its time was over' } }])
    expect(driver.moving).toBe(false)
  })

  it('a new session voids the old: ids and permits count anew, the old command reports to nobody', () => {
    execute({ id: 5 })
    pass(4_000)
    hello('s2')
    expect(execute({ id: 1, permit: 1 })).toMatchObject({ code: 'safe' })
    pass(600)
    expect(ask({ kind: 'reset', rpc: 99 })).toMatchObject({ kind: 'done' })
    expect(execute({ id: 2, permit: 1 })).toMatchObject({ code: 'used-permit' })
    expect(execute({ id: 3, permit: 3 })).toMatchObject({ kind: 'done' })
    expect(results()).toEqual([])
  })

  it('observes what is asked, and tells what it notices by itself', () => {
    execute({ id: 1 })
    pass(25_000)
    const answer = ask({ kind: 'observe', rpc: 9, facts: ['at', 'open'] })
    const names = answer.kind === 'observed' ? answer.observation.facts.map(({ fact }) => fact) : []
    expect(names).toEqual(expect.arrayContaining(['at', 'open(fridge)']))
    expect(names.filter((name) => !/^(at|open\()/.test(name))).toEqual([])
    const noticed = heard.flatMap((message) => (message.kind === 'facts' ? message.observation.facts : []))
    expect(noticed).toContainEqual(expect.objectContaining({ fact: 'at', value: 'fridge' }))
  })

  it('a thing that is not where the task believes it to be is reported as unknown once its place is in view', () => {
    const truth = new Map([
      ['location(plate)', 'bed'],
      ['location(book)', 'sofa'],
    ])
    const moved = homeOf({ scenario: { ...QUIET, truth } })
    driver = createHomeDriver({ home: moved, boot: 'b', believed: domain.initial })
    hello('s')
    ask({ kind: 'reset', rpc: 1 })
    execute({ id: 1, params: { place: 'coffee_table' } })
    pass(25_000)
    const noticed = heard.flatMap((message) => (message.kind === 'facts' ? message.observation.facts : []))
    const plate = noticed.filter(({ fact }) => fact === 'location(plate)')
    expect(plate.map(({ value }) => value)).toEqual(['unknown'])
    expect(noticed.find(({ fact }) => fact === 'location(book)')).toMatchObject({ value: 'sofa' })
    expect(noticed.find(({ fact }) => fact === 'location(mug)')).toMatchObject({ value: 'coffee_table' })
    expect(noticed.filter(({ fact }) => fact === 'location(milk)')).toEqual([])
  })

  it('a thing that slipped out of the gripper is missed at once, and reported again when it is seen', () => {
    const start = { 'location(mug)': 'gripper' }
    const slipping = homeOf({ faults: { slip: 1 }, start })
    driver = createHomeDriver({ home: slipping, boot: 'b', believed: new Map(Object.entries(start)) })
    hello('s')
    ask({ kind: 'reset', rpc: 1 })
    execute({ id: 1, params: { place: 'hall_table' } })
    pass(25_000)
    execute({ id: 2, params: { place: 'hall_floor' } })
    pass(10_000)
    const values = heard
      .flatMap((message) => (message.kind === 'facts' ? message.observation.facts : []))
      .flatMap(({ fact, value }) => (fact === 'location(mug)' ? [value] : []))
    expect(values[0]).toBe('gripper')
    expect(values).not.toContain('hall_table')
    expect(values.at(-1)).toBe('hall_floor')
  })

  it('a closed driver leaves its robot standing and says nothing more', () => {
    execute({ id: 1 })
    pass(4_000)
    driver.close()
    driver.advance(500)
    expect(driver.moving).toBe(false)
    expect(driver.closed).toBe('closed by the host')
    expect(driver.take()).toEqual([])
  })
})
