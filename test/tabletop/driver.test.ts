import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import type { DriverMessage, HostMessage } from '#drivers/contract.js'
import { createTabletopDriver, type TabletopDriver } from '#tabletop/driver/tabletop-driver.js'
import { objectionTo, TABLETOP_SKILLS } from '#tabletop/skills/run-skill.js'
import { needs } from '../needs/needs.js'
import { act, tableOf } from './support.js'

let rpc = 0
function ask(
  driver: TabletopDriver,
  message: Omit<HostMessage, 'rpc'> & { readonly kind: HostMessage['kind'] },
) {
  driver.send({ ...message, rpc: ++rpc } as HostMessage)
  return driver
    .take()
    .find((each): each is DriverMessage & { rpc: number } => 'rpc' in each && each.rpc === rpc)
}
const hello = { kind: 'hello', session: 's', contract: { major: 1, minor: 0 } } as const

describe('the arm as a driver', needs('MuJoCo'), () => {
  it('offers the skills of the world, and moves only after a reset', async () => {
    const table = await tableOf()
    const driver = createTabletopDriver(table, 'boot')
    expect(ask(driver, hello)).toMatchObject({
      hello: { stopMs: 400, skills: Object.keys(TABLETOP_SKILLS).map((name) => ({ name })) },
    })
    const command = { id: 1, permit: 1, skill: 'Press', params: { button: 'red_button' }, deadlineMs: 25_000 }
    expect(ask(driver, { kind: 'execute', command } as never)).toMatchObject({
      kind: 'refused',
      code: 'safe',
    })
    table.close()
  })

  it('makes itself safe when the host falls silent, and the arm stands', async () => {
    const table = await tableOf()
    const driver = createTabletopDriver(table, 'boot')
    ask(driver, hello)
    ask(driver, { kind: 'reset' })
    driver.send({ kind: 'heartbeat', n: 1 })
    const command = { id: 1, permit: 1, skill: 'Press', params: { button: 'red_button' }, deadlineMs: 25_000 }
    expect(ask(driver, { kind: 'execute', command } as never)).toMatchObject({ kind: 'done' })
    for (let t = 0; t < 1200; t += 20) driver.advance(20)
    const beats = driver.take().filter((each) => each.kind === 'heartbeat')
    expect(beats.at(-1)).toMatchObject({ beat: { safe: true, why: 'silence', moving: false } })
    table.close()
  })

  it('answers any parameters without throwing, and never moves for wrong ones', async () => {
    const table = await tableOf()
    const driver = createTabletopDriver(table, 'boot')
    ask(driver, hello)
    ask(driver, { kind: 'reset' })
    let id = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(TABLETOP_SKILLS)),
        fc.oneof(
          fc.string(),
          fc.double(),
          fc.boolean(),
          fc.constantFrom('none', '__proto__', 'toString', 'socket'),
        ),
        (skill, value) => {
          const names = Object.keys(TABLETOP_SKILLS[skill]?.params ?? {})
          const params = Object.fromEntries(names.map((name) => [name, value]))
          // true is right for a skill whose only parameter is yes or no
          fc.pre(!(skill === 'Grip' && typeof value === 'boolean'))
          // and a number of some millimetres for a straight line
          fc.pre(!(skill === 'Jog' && (value === 'none' || Math.abs(Number(value)) <= 50)))
          id++
          driver.send({ kind: 'heartbeat', n: id })
          const command = { id, permit: id, skill, params, deadlineMs: 200 }
          expect(ask(driver, { kind: 'execute', command } as never)).toMatchObject({
            kind: 'refused',
            code: 'bad-params',
          })
          driver.advance(20)
          driver.take()
          ask(driver, { kind: 'stop' })
          driver.advance(20)
          driver.take()
          expect(Math.max(...table.physics.jointSpeeds.map(Math.abs))).toBeLessThan(0.01)
        },
      ),
      { numRuns: 60 },
    )
    table.close()
  })

  it('says what a parameter can be, and takes numbers that are left out as usual', async () => {
    expect(objectionTo('Open', { closure: 'fridge', speed: 60 })).toBe(
      'closure is one of drawer, box_lid, door, window; got "fridge"',
    )
    const pick = { item: 'ball', approach: 'from_above' }
    expect(objectionTo('Pick', { ...pick, speed: Number.NaN })).toBe(
      'speed is a number from 10 to 100 %; got null',
    )
    expect(objectionTo('Pick', { ...pick, speed: 'none' })).toBeUndefined()
    const table = await tableOf()
    expect(act(table, 'Pick', { ...pick, speed: 'none' })).toEqual({ status: 'ok' })
    table.close()
  })
})
