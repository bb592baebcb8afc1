import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { StandingWatch } from '#ros2/robot/standing-watch.js'
import { Ros2Rig, STOP_WITH_CALL, TICK } from './rig.js'

/** Ticks until it stands. @returns how long that took, ms */
function standing(rig: Ros2Rig, withinMs = 5000): number {
  for (let passed = 0; passed <= withinMs; passed += TICK) {
    if (rig.session.beat?.moving === false) return passed
    rig.tick()
  }
  return Infinity
}

const driving = (rig: Ros2Rig): ReturnType<Ros2Rig['execute']> => {
  const id = rig.execute('Drive', { place: 'table' })
  rig.tick(25)
  expect(rig.bridge.robot.base.speed).toBeGreaterThan(1)
  return id
}

describe('stop', () => {
  it('cancels and publishes a velocity of 0 at once; it ends when the base stands, not before', () => {
    const rig = new Ros2Rig().ready()
    const id = driving(rig)
    const frames = rig.bridge.seen.length
    rig.session.stop()
    // nothing has polled and no time has passed
    const sent = rig.bridge.seen.slice(frames)
    expect(sent.map(({ frame }) => frame['op'])).toEqual(['cancel_action_goal', 'publish'])
    expect(sent[1]?.frame).toMatchObject({ topic: '/cmd_vel', msg: { linear: { x: 0 }, angular: { z: 0 } } })
    while (rig.bridge.robot.base.speed > 0) {
      expect(rig.session.commandState(id)).toBe('accepted')
      rig.tick()
    }
    rig.end(id)
    expect(rig.session.commandState(id)).toEqual({ done: 'stopped', reason: 'stopped by the host' })
    rig.tick(10)
    expect(rig.end(rig.execute('Drive', { place: 'dock' }))).toMatchObject({ done: 'ok' })
  })

  it('a bridge that gives no status for a cancelled goal is understood', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { cancelsWithoutStatus: true }
    const id = driving(rig)
    rig.session.estop()
    expect(rig.end(id)).toMatchObject({ done: 'stopped' })
    expect(standing(rig)).toBeLessThan(1000)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'estop', moving: false })
  })

  it('without a result, odometry that has shown it standing is enough', () => {
    const rig = new Ros2Rig().ready()
    const id = driving(rig)
    rig.bridge.faults = { resultFrames: [] }
    rig.session.stop()
    expect(rig.end(id)).toMatchObject({ done: 'stopped' })
    expect(rig.bridge.robot.base.speed).toBe(0)
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
  })

  it('a goal that has not moved it yet is waited for as long as a stop may take, on the connection that stands', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { swallowsGoals: true }
    rig.execute('Drive', { place: 'table' })
    rig.tick(3)
    rig.session.stop()
    rig.tick(20)
    expect(rig.session.beat?.moving).toBe(true)
    // whether the cancel has arrived is unknown now: it counts from the one on the new connection
    rig.link.lose()
    rig.link.open()
    rig.tick(20)
    expect(rig.session.beat?.moving).toBe(true)
    // 1.5 s of stopMs since the new connection
    const took = standing(rig)
    expect(took).toBeGreaterThan(1000)
    expect(took).toBeLessThanOrEqual(1120)
  })

  it('neither result nor odometry: it ends as a fault, SAFE, and counts as moving', () => {
    const rig = new Ros2Rig().ready()
    const id = driving(rig)
    rig.bridge.faults = { resultFrames: [], mute: new Set(['/odom']) }
    rig.session.stop()
    rig.tick(80)
    expect(rig.session.commandState(id)).toMatchObject({ done: 'stopped' })
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault', moving: true })
    const again = rig.bridge.sent('cancel_action_goal').length
    expect(again).toBeGreaterThan(1)
    // when it is seen to stand it may be reset
    rig.bridge.faults = {}
    expect(standing(rig)).toBeLessThan(1500)
  })

  it('a robot that does not brake is a fault, and goes on being told', () => {
    const rig = new Ros2Rig().ready()
    driving(rig)
    rig.bridge.robot.runaway = true
    const before = rig.bridge.sent('publish').length
    rig.session.stop()
    rig.tick(80)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault', moving: true })
    expect(rig.bridge.sent('publish').length).toBeGreaterThan(before + 2)
    rig.bridge.robot.runaway = false
    expect(standing(rig)).toBeLessThan(2000)
  })

  it('a base that somebody else drives counts as moving, and no command is accepted', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.robot.runaway = true
    rig.bridge.robot.base.speed = 0.3
    rig.tick(5)
    expect(rig.session.beat?.moving).toBe(true)
    const id = rig.execute('Drive', { place: 'shelf' })
    rig.tick(3)
    expect(rig.session.commandState(id)).toBe('refused')
    expect(rig.bridge.sent('send_action_goal')).toEqual([])
  })

  it('a host that falls silent: it is cancelled and stands', () => {
    const rig = new Ros2Rig().ready()
    driving(rig)
    rig.healthy = false
    rig.tick(100)
    expect(rig.bridge.robot.base.speed).toBe(0)
    expect(rig.bridge.robot.navigation).toBeUndefined()
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'silence', moving: false })
  })

  it('what stop.call names is called as well: here, all goals of the action are cancelled, whoever sent them', () => {
    const rig = new Ros2Rig({ mapping: { stop: STOP_WITH_CALL } }).ready()
    driving(rig)
    const calls = rig.bridge.sent('call_service').length
    rig.session.stop()
    rig.tick(50)
    expect(rig.bridge.sent('call_service').length).toBeGreaterThan(calls)
    expect(rig.bridge.robot.navigation).toBeUndefined()
  })
})

describe("the robot's own emergency stop", () => {
  const mapping = {
    estop: '{ topic: /emergency_stop, type: std_msgs/msg/Bool, pressed: data, maxAgeSeconds: 0.5 }',
  }

  it('stops it and makes it SAFE as long as it is pressed', () => {
    const rig = new Ros2Rig({ mapping }).ready()
    const id = driving(rig)
    rig.bridge.pressed = true
    expect(rig.end(id)).toMatchObject({
      done: 'stopped',
      reason: 'the emergency stop is pressed (/emergency_stop)',
    })
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'estop' })
    rig.bridge.pressed = false
    rig.tick(10)
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat).toMatchObject({ safe: false, moving: false })
  })

  it('what was heard on an earlier connection does not count', () => {
    const rig = new Ros2Rig({
      mapping: { estop: '{ topic: /emergency_stop, type: std_msgs/msg/Bool, pressed: data }' },
    }).ready()
    expect(rig.session.beat?.safe).toBe(false)
    rig.link.lose()
    rig.bridge.faults = { mute: new Set(['/emergency_stop']) }
    rig.tick(2)
    rig.link.open()
    rig.tick(10)
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault' })
  })

  it('counts as pressed when nothing is heard of it, or nothing that can be read', () => {
    const rig = new Ros2Rig({ mapping }).ready()
    expect(rig.session.beat?.safe).toBe(false)
    rig.bridge.faults = { mute: new Set(['/emergency_stop']) }
    rig.tick(50)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault' })
    rig.bridge.faults = {}
    rig.tick(10)
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat?.safe).toBe(false)
    rig.bridge.faults = { mute: new Set(['/emergency_stop']) }
    for (let i = 0; i < 50; i++) {
      rig.bridge.inject('{"op":"publish","topic":"/emergency_stop","msg":{"data":"no"}}')
      rig.tick()
    }
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault' })
  })

  it.each([
    ['data', {}],
    ['data', { data: 'no' }],
    ['not (enabled = true)', {}],
    ['not (enabled = true)', { enabled: null }],
  ])('%s of %j is no release, and stops a robot that was released', (pressed, message) => {
    const type = pressed === 'data' ? 'std_msgs/msg/Bool' : 'acme_msgs/msg/Safety'
    // without maxAgeSeconds: nothing but the message itself can stop it
    const rig = new Ros2Rig({
      mapping: { estop: `{ topic: /safety, type: ${type}, pressed: '${pressed}' }` },
    })
    const say = (msg: Record<string, unknown>): void => rig.bridge.publish('/safety', msg)
    say({ data: false, enabled: true })
    rig.ready()
    const id = driving(rig)
    expect(rig.session.beat?.safe).toBe(false)
    say(message)
    expect(rig.end(id)).toEqual({
      done: 'stopped',
      reason: 'what the emergency stop says on /safety cannot be read',
    })
    // it stays so, whatever time passes, until a message says that it is released, and then until a reset
    rig.tick(200)
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault' })
    say({ data: false, enabled: true })
    rig.tick(5)
    expect(rig.session.beat?.safe).toBe(true)
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat).toMatchObject({ safe: false, moving: false })
  })

  it('one that is pressed stays pressed when its next message cannot be read', () => {
    const estop = "{ topic: /safety, type: acme_msgs/msg/Safety, pressed: 'not (enabled = true)' }"
    const rig = new Ros2Rig({ mapping: { estop } })
    for (const message of [{ enabled: false }, {}]) {
      rig.bridge.publish('/safety', message)
      rig.tick(5)
      expect(rig.driver.robot.fault).toEqual({
        why: 'estop',
        text: 'the emergency stop is pressed (/safety)',
      })
    }
  })
})

describe('odometry', () => {
  const mapping = {
    topic: '/odom',
    type: 'nav_msgs/msg/Odometry',
    skills: ['Drive'],
    linear: 0.02,
    angular: 0.05,
    forMs: 400,
  }
  const message = (x: number): Record<string, unknown> => ({
    twist: { twist: { linear: { x, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } } },
  })

  it.each([
    ['often enough', [0, 100, 200, 300, 400], 0, true],
    ['for too short a time', [0, 100, 200, 300], 0, false],
    ['in two messages', [0, 400], 0, false],
    ['with a gap', [0, 100, 200, 800], 0, false],
    ['since before it was asked', [0, 100, 200, 300, 400], 100, false],
  ])('shows it standing %s', (_, times, since, stands) => {
    const clock = new VirtualClock()
    const watch = new StandingWatch(mapping, clock)
    for (const time of times) {
      clock.advance(time - clock.now())
      watch.receive(message(0.01))
    }
    expect([watch.moves, watch.hasStoodSince(since)]).toEqual([false, stands])
    watch.receive(message(0.5))
    expect([watch.moves, watch.hasStoodSince(since)]).toEqual([true, false])
    clock.advance(1000)
    expect([watch.moves, watch.hasStoodSince(since)]).toEqual([false, false])
  })
})
