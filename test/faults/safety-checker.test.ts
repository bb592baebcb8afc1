import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import { EventCode } from '#link/messages.gen.js'
import { VIOLATIONS } from '../../lab/faults/safety-checker/violation.js'
import { Stage } from './support/stage.js'

/** a robot that drives under a permitted, accepted command, with heartbeats */
const driving = (): Stage => new Stage().open().command(1, 7).accepted(1).drives(12, 400)

describe('the safety witness counts', () => {
  it('nothing when a permitted command runs with heartbeats and ends', () => {
    const stage = driving().ramps(12).event(EventCode.commandDone, 1).runs(2000, false)
    expect(stage.witness.violations).toEqual([])
    expect(stage.witness.seen).toBeGreaterThan(2000)
  })

  it('motion that no accepted command explains', () => {
    expect(new Stage().open().drives(5, 100).kinds()).toEqual(['unpermitted-motion'])
    expect(new Stage().open().command(1, 7).drives(5, 100).kinds()).toEqual(['unpermitted-motion'])
  })

  it('an actuation without a permit, and motion by it', () => {
    expect(new Stage().open().command(1, 0).accepted(1).drives(5, 50).kinds()).toEqual([
      'wire-law',
      'unpermitted-motion',
    ])
  })

  it('a permit that is used for two commands', () => {
    expect(new Stage().open().command(1, 7).command(2, 7).kinds()).toEqual(['wire-law'])
  })

  it('a command that is executed twice', () => {
    expect(new Stage().open().command(1, 7).accepted(1).accepted(1).kinds()).toEqual(['wire-law'])
  })

  it('wheels that turn long after the last heartbeat, once', () => {
    expect(driving().silent().drives(12, 2000).kinds()).toEqual(['motion-without-heartbeat'])
  })

  it('no ramp that begins 250 ms after the last heartbeat', () => {
    expect(driving().silent().drives(12, 240).ramps(12).runs(500, false).kinds()).toEqual([])
  })

  it('a gripper that moves on without heartbeat', () => {
    const stage = new Stage().open().command(1, 7).accepted(1)
    expect(stage.silent().with({ gripperMoves: true }).runs(400, false).kinds()).toEqual([
      'motion-without-heartbeat',
    ])
  })

  it('motors that the e-stop input does not cut within 2 ms', () => {
    const pressed = (ms: number): Stage => new Stage().open().runs(50).truth({ estop: true }).runs(ms)
    expect(pressed(3).with({ motorsEnabled: false }).runs(500).kinds()).toEqual([])
    expect(pressed(4).kinds()).toEqual(['motors-in-estop'])
  })

  it('wheels that turn on after STOP, and a gripper that does', () => {
    expect(driving().stop(2).drives(12, 1000).kinds()).toEqual(['motion-after-stop'])
    expect(driving().stop(2).ramps(12).runs(200).kinds()).toEqual([])
    const gripping = new Stage().open().command(1, 7).accepted(1).with({ gripperMoves: true }).runs(100)
    expect(gripping.stop(2).runs(20).kinds()).toEqual(['motion-after-stop'])
  })

  it('a repeat of an old STOP as nothing new', () => {
    const again = driving().stop(2).ramps(12).runs(300).command(3, 8).accepted(3).drives(12, 100).stop(2)
    expect(again.drives(12, 1000).kinds()).toEqual([])
  })

  it('driving with the lift down', () => {
    expect(driving().truth({ lift: 0.2 }).drives(12, 100).kinds()).toEqual(['drove-with-lift-down'])
    expect(driving().truth({ lift: 0.03 }).drives(12, 100).kinds()).toEqual([])
  })

  it('a cup that lets go without a release, by its valve or by the pump', () => {
    const holding = (): Stage =>
      new Stage().open().with({ pump: true, valves: 0b1111 }).truth({ held: 0b0110 }).runs(50)
    expect(holding().with({ valves: 0b1101 }).runs(5).kinds()).toEqual(['load-released'])
    expect(holding().with({ pump: false }).runs(5).kinds()).toEqual(['load-released'])
    expect(holding().with({ valves: 0b0110 }).runs(5).kinds()).toEqual([])
    const released = holding().release(4, 9, 0b0110).accepted(4).with({ valves: 0b1001 }).runs(5)
    expect(released.kinds()).toEqual([])
  })

  it('an actuation that the host writes while its mode is not RUNNING', () => {
    expect(new Stage('RUNNING').open().hostWrites(1, 7).kinds()).toEqual([])
    for (const mode of ['SAFE', 'ARMED', 'STOPPED'])
      expect(new Stage(mode).open().hostWrites(1, 7).kinds()).toEqual(['frame-outside-running'])
  })

  it('a robot that reaches beyond the border, once while it does', () => {
    const beyond = (outside: number): Stage => new Stage().open().truth({ outside }).runs(100)
    expect(beyond(0.005).kinds()).toEqual([])
    expect(beyond(0.006).kinds()).toEqual(['left-the-field'])
    const twice = beyond(0.006).truth({ outside: -0.1 }).runs(10).truth({ outside: 0.02 }).runs(10)
    expect(twice.kinds()).toEqual(['left-the-field', 'left-the-field'])
  })

  it('each contact in which the robot moves, once, and none in which it stands', () => {
    const slow = { with: 'walker', index: 0, since: ms(5), speed: 0.05, closing: 1.2 } as const
    const fast = { ...slow, index: 1, speed: 0.3 }
    const stage = new Stage()
      .open()
      .truth({ contacts: [slow] })
      .runs(50)
    expect(stage.kinds()).toEqual([])
    expect(
      stage
        .truth({ contacts: [slow, fast] })
        .runs(50)
        .kinds(),
    ).toEqual(['hit-object'])
    expect(
      stage
        .truth({ contacts: [{ ...slow, speed: 0.06 }, fast] })
        .runs(50)
        .kinds(),
    ).toHaveLength(2)
  })

  it('each kind of its list in one of these tests', () => {
    expect(Object.keys(VIOLATIONS)).toHaveLength(10)
  })
})
