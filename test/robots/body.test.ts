import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import { InputBit, StateBit, type Telemetry } from '#link/messages.gen.js'
import type { LinkStatus } from '#link/link-session.js'
import { OutcomeCheck, type Actuation } from '#robots/field/actuation.js'
import { readBody } from '#robots/field/body.js'
import type { CommandId, CommandState } from '#link/wire-command.js'
import { next } from '#twin/field/belief.js'
import { judge } from '#twin/field/judge.js'
import { must } from '#base/result.js'
import { at, map, push, start } from '../twin/field.js'

const telemetry = (change: Partial<Telemetry>): Telemetry => {
  const zero = { x: 0, y: 0, theta: 0, lift: 0, rotator: 0, state: 0, inputs: 0, vacuumKpa10: [0, 0, 0, 0] }
  return { ...zero, ...change } as Telemetry
}
const read = (change: Partial<Telemetry>, before = '0000') => readBody(telemetry(change), ms(1), before, true)

describe('what telemetry says of the body', () => {
  it('a cup holds from 35 kPa on, lets go below 25, and in between stays what it was', () => {
    const vacuumKpa10 = [360, 300, 240, 600] as const
    expect(read({ vacuumKpa10 }).holding).toBe('1001')
    expect(read({ vacuumKpa10 }, '1111').holding).toBe('1101')
  })

  it.each([
    [0, 'up', 0],
    [250, 'up', 0],
    [5000, 'between', 'between'],
    [9750, 'down', 1],
    [10_000, 'down', 1],
  ] as const)('lift and rotator at %i of 10000', (position, lift, rotator) => {
    expect(read({ lift: position, rotator: position })).toMatchObject({ lift, rotator })
  })

  it('reads state and inputs; a pressed button counts before the latch does', () => {
    expect(read({ state: StateBit.moving | StateBit.estop })).toMatchObject({ moving: true, estop: true })
    expect(read({ inputs: InputBit.bumper | InputBit.estop })).toMatchObject({ bumper: true, estop: true })
    expect(read({})).toMatchObject({ moving: false, estop: false, bumper: false })
  })
})

describe('AMB-10, MOD-13: the verdict after', () => {
  const state = at({ kind: 'shelf' })
  const { expected } = must(judge(state, push, map), 'a legal push')
  const actuation: Actuation = { id: 1 as CommandId, command: push, expected, deadline: ms(9000) }
  const verdict = (reply: CommandState, status: LinkStatus = 'up') =>
    new OutcomeCheck({ status, commandState: () => reply, refusal: () => 'busy', telemetry: undefined }, map)
  const done = { done: 'ok', detail: 0 } as const

  it('a push that the controller calls done does not count before the shelf is at its target', () => {
    const judged = verdict(done)
    expect(judged.of(actuation, state, ms(5000))).toEqual({ kind: 'running' })
    expect(judged.of(actuation, state, ms(5199))).toEqual({ kind: 'running' })
    expect(judged.of(actuation, state, ms(5200))).toEqual({
      kind: 'eo_fail',
      text: 'to push the shelf to its target was carried out, but the sensors do not show that the shelf is at its target',
    })
    expect(verdict(done).of(actuation, next(state, { shelf: 'target' }), ms(5000))).toEqual({ kind: 'done' })
  })

  it('the right world alone is not enough either', () => {
    const arrived = next(state, { shelf: 'target' })
    expect(verdict('accepted').of(actuation, arrived, ms(5000))).toEqual({ kind: 'running' })
    expect(verdict({ done: 'slip', detail: 120 }).of(actuation, arrived, ms(5000))).toEqual({
      kind: 'exec_fail',
      text: 'the controller could not push the shelf to its target: the bumper does not feel the shelf, 120 mm from the target',
    })
    expect(verdict('refused').of(actuation, arrived, ms(5000))).toMatchObject({
      kind: 'exec_fail',
      text: expect.stringContaining('busy') as string,
    })
  })

  it('a lost link ends it at once', () => {
    expect(verdict('unknown', 'degraded').of(actuation, start, ms(1))).toEqual({ kind: 'running' })
    expect(verdict('unknown', 'lost').of(actuation, start, ms(1))).toMatchObject({ kind: 'exec_fail' })
  })

  it('an outcome that stays unknown ends at the deadline', () => {
    expect(verdict('unknown').of(actuation, start, ms(8999))).toEqual({ kind: 'running' })
    expect(verdict('unknown').of(actuation, start, ms(9000))).toMatchObject({
      kind: 'exec_fail',
      text: expect.stringContaining('took too long') as string,
    })
  })
})

describe('law 2, in the source', () => {
  const files = readdirSync(new URL('../../src', import.meta.url), { recursive: true, encoding: 'utf8' })
  const text = (file: string): string => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')

  it('only the drive makes wire commands of permitted ones, and only it hands them to the link', () => {
    const robot = files.filter((file) => file.startsWith('robots/') && file.endsWith('.ts'))
    expect(robot.length).toBeGreaterThan(10)
    expect(robot.filter((file) => /\.command\(|setVelocity\(|#?link\.stop\(/.test(text(file)))).toEqual([
      'robots/field/drive.ts',
    ])
    expect(robot.filter((file) => /wireCommand\(/.test(text(file))).sort()).toEqual([
      'robots/field/drive.ts',
      'robots/field/wire.ts',
    ])
  })
})
