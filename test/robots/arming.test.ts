import { describe, expect, it } from 'vitest'
import { StateBit, type Telemetry } from '#link/messages.gen.js'
import type { CommandId, CommandState } from '#link/wire-command.js'
import { Arming, type Standing } from '#robots/field/arming.js'
import { benchmarkMap } from '../simulation/support/field.js'
import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'

const home = { ...benchmarkMap.home.at, theta: rad(0) }
const telemetry = (over: Partial<Telemetry> = {}): Telemetry =>
  ({ state: 0, inputs: 0, latchNonce: 9, x: 0, y: 0, ...over }) as Telemetry

/** Arming on a link that says what the test tells it. */
function arming(standing: Standing = () => home) {
  const asked: string[] = []
  const link = {
    status: 'up' as const,
    state: 'sent' as CommandState,
    refused: undefined as 'notStanding' | undefined,
  }
  const id = 1 as CommandId
  const drive = {
    setPose: ({ x, y }: Pose) => (asked.push(`setPose ${x} ${y}`), id),
    resetEstop: (nonce: number) => (asked.push(`resetEstop ${nonce}`), id),
  }
  const made = new Arming(drive, {
    status: link.status,
    commandState: () => link.state,
    refusal: () => link.refused,
  })
  made.begin(standing)
  return { made, link, asked }
}

describe('arming (law 7)', () => {
  it('waits for an answer that is late: an outcome nobody knows yet is no refusal', () => {
    const { made, link, asked } = arming()
    made.poll(telemetry())
    link.state = 'unknown'
    expect(made.poll(telemetry())).toBe(false)
    expect(made.state).toEqual({ kind: 'arming' })
    link.state = { done: 'ok', detail: 0 }
    expect(made.poll(telemetry())).toBe(false)
    expect(made.poll(telemetry({ x: home.x, y: home.y }))).toBe(true)
    expect(made.state).toEqual({ kind: 'armed' })
    expect(asked).toEqual([`setPose ${home.x} ${home.y}`])
  })

  it('asks where the robot stands when the pose is set, not when arming begins: the first telemetry may be late', () => {
    const { made, asked } = arming(({ x, y }) => ({ x: m(x), y: m(y), theta: rad(0) }))
    made.poll(telemetry({ state: StateBit.estop, x: 1.1, y: 0.9 }))
    expect(asked).toEqual(['resetEstop 9'])
    made.begin(({ x, y }) => ({ x: m(x), y: m(y), theta: rad(0) }))
    made.poll(telemetry({ x: 1.2, y: 0.8 }))
    expect(asked.at(-1)).toBe('setPose 1.2 0.8')
  })

  it('resets a latched e-stop first, and says why the controller does not do it', () => {
    const { made, link, asked } = arming()
    made.poll(telemetry({ state: StateBit.estop }))
    expect(asked).toEqual(['resetEstop 9'])
    link.state = 'refused'
    link.refused = 'notStanding'
    made.poll(telemetry({ state: StateBit.estop }))
    expect(made.state).toMatchObject({
      kind: 'failed',
      text: expect.stringContaining('notStanding') as string,
    })
  })
})
