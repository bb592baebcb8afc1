import { afterEach, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { LinkSession } from '#link/link-session.js'
import type { CommandId, JournalEntry } from '#link/wire-command.js'
import { serialConnection, monotonicClock } from '#app/connections/serial-connection.js'
import { findController } from '#app/connections/find-controller.js'
import { createRobot, type FieldRobot } from '#robots/field/field-robot.js'
import { SerialLine } from '#robots/field/serial-line.js'
import { LinkWatch } from '#runtime/link/link-watch.js'
import { Reflex } from '#runtime/reflex.js'
import { heldCups } from '#twin/field/belief.js'
import { BenchPlant } from '../firmware/support/bench-plant.js'
import { PtyBoard } from '../firmware/support/pty-board.js'
import { benchmarkMap as map } from '../simulation/support/field.js'

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const task of cleanUp.splice(0).reverse()) task()
})

/** Session, robot and reflex loop on a controller, as `graft run --serial` makes them for one episode. */
async function connect(path: string, sessionId: number) {
  const clock = monotonicClock()
  const { stream, bootId } = must(await findController({ devices: path, timeoutMs: 3000, clock }), path)
  const body = serialConnection(stream, map)
  cleanUp.push(() => body.close())
  const journal: JournalEntry[] = []
  const session = new LinkSession({ clock: body.clock, sessionId, journal: (entry) => journal.push(entry) })
  const robot: FieldRobot = createRobot({ map, session, clock: body.clock, faceReader: NOBODY })
  const reflex = new Reflex({
    body,
    line: new SerialLine(session, body),
    robot,
    link: new LinkWatch(session, body.clock),
  })
  const until = async (done: () => boolean): Promise<void> => {
    for (let turns = 0; turns < 1000 && !done(); turns++) await reflex.turn()
    if (!done()) throw new Error('what the test waits for did not happen')
  }
  robot.arm()
  await until(() => robot.armState().kind === 'armed')
  return { session, robot, journal, until, bootId }
}
const NOBODY = { begin: () => undefined, poll: () => undefined } as never

describe('the link is lost in the middle of a grip: the outcome is read from the pressures (AMB-10)', () => {
  /** Grips four blocks, and pulls the cable when the cups hold while the lift is still down. */
  async function loseInGrip(plant: BenchPlant) {
    const board = new PtyBoard(plant, 71)
    cleanUp.push(() => board.kill())
    const { session, journal, until } = await connect(board.path, 1001)
    const id: CommandId = session.command({ kind: 'grip', permitId: 5, mask: 0b1111, regrips: 0 })
    await until(() => (session.telemetry?.vacuumKpa10 ?? []).every((kpa10) => kpa10 > 350))
    expect(session.commandState(id)).toBe('accepted')
    board.unplug()
    await until(() => session.status === 'lost')
    expect(session.commandState(id)).toBe('unknown')
    expect(journal.at(-1)).toMatchObject({ kind: 'settled', id, state: 'unknown' })
    expect(plant.valveOpenings).toEqual([1, 1, 1, 1])
    return board
  }

  it('a pulled cable: the vacuum holds, the next session believes four blocks in the cups', async () => {
    const plant = new BenchPlant()
    const board = await loseInGrip(plant)
    board.plugIn()
    const { robot, until, bootId, session } = await connect(board.path, 2002)
    expect(bootId).toBe(71)
    await until(() => heldCups(robot.state()) === '1111')
    expect(session.telemetry).toMatchObject({ lastPermitId: 5, activeCmdId: 0 })
    // nothing was repeated: one grip on the wire, each valve opened once
    expect(plant.valveOpenings).toEqual([1, 1, 1, 1])
    expect(board.witness.breaches).toEqual([])
    expect(board.heard.filter((kind) => kind === 'grip')).toHaveLength(1)
  }, 60_000)

  it('a lost supply: the next boot is another one, the cups are empty, and nobody grips again', async () => {
    const plant = new BenchPlant()
    const board = await loseInGrip(plant)
    board.kill()
    const next = new PtyBoard(plant, 72)
    cleanUp.push(() => next.kill())
    const { robot, until, bootId, session } = await connect(next.path, 2002)
    expect(bootId).toBe(72)
    await until(() => (session.telemetry?.vacuumKpa10 ?? [999]).every((kpa10) => kpa10 < 250))
    await until(() => heldCups(robot.state()) === '0000')
    expect(session.telemetry).toMatchObject({ lastPermitId: 0, execCount: 1 })
    expect(plant.valveOpenings).toEqual([1, 1, 1, 1])
    expect(next.heard).not.toContain('grip')
  }, 60_000)
})
