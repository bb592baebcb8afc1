import { describe, expect, it } from 'vitest'
import { Ros2Rig, STOP_WITH_CALL, TICK } from './rig.js'

const cancels = (rig: Ros2Rig): number => rig.bridge.sent('cancel_action_goal').length

/** Ticks until it counts as standing. @returns how long that took, ms */
function standing(rig: Ros2Rig, withinMs = 5000): number {
  let passed = 0
  for (; rig.session.beat?.moving !== false && passed < withinMs; passed += TICK) rig.tick()
  return passed
}

describe('a cancel that comes before the goal is accepted', () => {
  it('is said again, and the goal ends as soon as it is accepted', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { acceptMs: 900 }
    const id = rig.execute('Drive', { place: 'table' })
    rig.tick(3)
    rig.session.stop()
    expect(cancels(rig)).toBe(1)
    expect(rig.end(id)).toEqual({ done: 'stopped', reason: 'stopped by the host' })
    // every 200 ms, and at once with the first feedback
    expect(cancels(rig)).toBeGreaterThanOrEqual(5)
    expect(rig.bridge.robot.navigation).toBeUndefined()
    expect(Math.hypot(rig.bridge.robot.base.x, rig.bridge.robot.base.y)).toBeLessThan(0.8)
    rig.bridge.faults = {}
    rig.tick(10)
    expect(rig.end(rig.execute('Drive', { place: 'dock' }))).toMatchObject({ done: 'ok' })
    expect(rig.bridge.robot.overlaps).toBe(0)
  })

  it('counts as moving until then: no other goal is sent meanwhile', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { acceptMs: 1200 }
    rig.execute('Drive', { place: 'table' })
    rig.tick(3)
    rig.session.stop()
    // the base has stood for longer than odometry needs
    rig.tick(50)
    expect(rig.session.beat?.moving).toBe(true)
    const second = rig.execute('Drive', { place: 'shelf' })
    rig.tick(3)
    expect(rig.session.commandState(second)).toBe('refused')
    expect(rig.bridge.sent('send_action_goal').length).toBe(1)
  })

  it('one that is accepted when nobody waits for it any more is cancelled at its first sign', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { acceptMs: 2500 }
    rig.execute('Drive', { place: 'table' })
    rig.tick(3)
    rig.session.stop()
    expect(standing(rig)).toBeLessThanOrEqual(1520)
    const before = cancels(rig)
    rig.tick(60)
    expect(cancels(rig)).toBeGreaterThan(before)
    rig.tick(60)
    expect([rig.bridge.robot.navigation, rig.bridge.robot.base.speed]).toEqual([undefined, 0])
    expect(rig.bridge.robot.place).not.toBe('table')
    expect(rig.session.beat?.moving).toBe(false)
  })
})

describe('a bridge that was restarted knows no goal', () => {
  const restartWhileDriving = (stop?: string, findsAfterMs = 0): Ros2Rig => {
    const rig = new Ros2Rig(stop === undefined ? {} : { mapping: { stop } }).ready()
    rig.bridge.robot.speed = 0.4
    rig.execute('Drive', { place: 'table' })
    rig.tick(10)
    expect(rig.bridge.robot.base.speed).toBeGreaterThan(0.3)
    rig.bridge.restart(findsAfterMs)
    rig.link.lose()
    rig.tick(5)
    rig.link.open()
    return rig
  }

  it('its id cancels nothing: without stop.call the robot goes on, and counts as moving', () => {
    const rig = restartWhileDriving()
    rig.tick(100)
    expect(rig.bridge.robot.navigation).toBeDefined()
    expect(rig.session.beat).toMatchObject({ moving: true, safe: true })
  })

  it('with stop.call it stands', () => {
    const rig = restartWhileDriving(STOP_WITH_CALL)
    expect(standing(rig)).toBeLessThan(2500)
    expect([rig.bridge.robot.navigation, rig.bridge.robot.base.speed]).toEqual([undefined, 0])
    rig.session.reset()
    rig.tick(5)
    rig.bridge.robot.speed = 2
    expect(rig.end(rig.execute('Drive', { place: 'dock' }))).toMatchObject({ done: 'ok' })
  })

  it('what it does not find yet is called again, and the trouble is told once', () => {
    const rig = restartWhileDriving(STOP_WITH_CALL, 700)
    rig.tick(25)
    expect(rig.bridge.robot.navigation?.cancelled).toBe(false)
    expect(standing(rig)).toBeLessThan(2500)
    expect(rig.bridge.robot.navigation).toBeUndefined()
    const told = rig.notes.filter((note) => note.includes('which a stop calls'))
    expect(told).toEqual(
      ['/navigate_to_pose', '/gripper_controller/gripper_cmd'].map(
        (action) =>
          `${action}/_action/cancel_goal, which a stop calls: ` +
          `Service ${action}/_action/cancel_goal does not exist`,
      ),
    )
  })

  it('is left alone again: calls end with standstill, with the time of the stop, and with the next command', () => {
    const calls = (rig: Ros2Rig): number => rig.bridge.sent('call_service').length
    const seen = new Ros2Rig({ mapping: { stop: STOP_WITH_CALL } })
    seen.tick(40)
    const stood = calls(seen)
    expect(stood).toBeGreaterThan(1)
    seen.tick(200)
    expect(calls(seen)).toBe(stood)
    const blind = new Ros2Rig({ mapping: { stop: STOP_WITH_CALL, standing: '' } })
    blind.tick(76)
    const over = calls(blind)
    expect(over).toBeGreaterThanOrEqual(7)
    blind.tick(200)
    expect(calls(blind)).toBe(over)
    const busy = new Ros2Rig({ mapping: { stop: STOP_WITH_CALL, standing: '' } }).ready()
    const before = calls(busy)
    expect(busy.end(busy.execute('Drive', { place: 'shelf' }))).toMatchObject({ done: 'ok' })
    expect(calls(busy)).toBe(before)
  })
})

describe('a service call that the bridge gives up', () => {
  it('has not ended: its outcome is unknown, the robot counts as moving, and nothing else is begun', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { serviceTimesOut: true }
    const id = rig.execute('Beep', { on: true })
    rig.tick(10)
    expect(rig.session.beat?.moving).toBe(true)
    expect(rig.end(id)).toEqual({
      done: 'failed',
      reason:
        '/beep: its outcome is unknown, it may still run; the ROS bridge says: ' +
        'Timeout exceeded while waiting for service response',
    })
    rig.tick(10)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault', moving: true })
    expect(rig.bridge.sent('publish').length).toBeGreaterThan(2)
  })

  it('is asked to wait for longer than the skill may take: an answer that comes late still settles it', () => {
    const rig = new Ros2Rig().ready()
    expect(rig.end(rig.execute('Beep', { on: true }))).toMatchObject({ done: 'ok' })
    const [call] = rig.bridge.sent('call_service').filter(({ service }) => service === '/beep')
    expect(call?.['timeout']).toBe(62)
    const late = rig.execute('Beep', { on: false }, 60)
    expect(rig.end(late)).toEqual({ done: 'failed', reason: 'its time was over' })
    expect(standing(rig)).toBeLessThan(200)
  })

  it('one that the bridge has not sent at all has ended', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { serviceFails: 'Message type std_srvs/SetBool_Request does not have a field dat' }
    expect(rig.end(rig.execute('Beep', { on: true }))).toMatchObject({ done: 'failed' })
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
  })
})
