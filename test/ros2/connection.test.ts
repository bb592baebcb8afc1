import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { parseMapping } from '#ros2/mapping/read-mapping.js'
import { Subscriptions } from '#ros2/robot/subscriptions.js'
import { mappingText, Ros2Rig, TICK } from './rig.js'

describe('the connection to the bridge', () => {
  it('lost before the first command: SAFE, no reset, and nothing is sent', () => {
    const rig = new Ros2Rig().ready()
    rig.link.lose()
    rig.tick(5)
    const unreachable = 'no connection to the ROS bridge at ws://127.0.0.1:9090: it broke'
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault', unreachable, moving: false })
    expect(rig.events).toContainEqual({ kind: 'safe', why: 'fault', asked: false, unreachable })
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat?.safe).toBe(true)
    const id = rig.execute('Drive', { place: 'shelf' })
    rig.tick(5)
    expect(rig.session.refusal(id)).toBe('safe')
    rig.link.open()
    rig.tick(10)
    rig.session.reset()
    rig.tick(5)
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }))).toMatchObject({ done: 'ok' })
    expect(rig.bridge.sent('send_action_goal').length).toBe(1)
  })

  it('lost in motion: the skill fails and says so, the driver is SAFE, and moving until it is seen to stand', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.robot.speed = 0.4
    const id = rig.execute('Drive', { place: 'table' })
    rig.tick(20)
    rig.link.lose('the cable was pulled')
    expect(rig.end(id)).toEqual({
      done: 'failed',
      reason:
        'the connection to the ROS bridge was lost (the cable was pulled): nobody knows what the robot does',
    })
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault', moving: true })
    // the robot goes on to where it was sent: nobody has told it otherwise
    expect(rig.bridge.robot.navigation).toBeDefined()
    const cancels = rig.bridge.sent('cancel_action_goal').length
    rig.link.open()
    expect(rig.bridge.sent('cancel_action_goal').length).toBe(cancels + 1)
    expect(rig.bridge.sent('publish').at(-1)).toMatchObject({ topic: '/cmd_vel' })
    rig.tick(100)
    expect(rig.bridge.robot.navigation).toBeUndefined()
    expect(rig.session.beat).toMatchObject({ safe: true, moving: false })
  })

  it('lost after a command: what it did counts, and the next one waits for a reset', () => {
    const rig = new Ros2Rig().ready()
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }))).toMatchObject({ done: 'ok' })
    rig.link.lose()
    rig.tick(2)
    rig.link.open()
    rig.tick(10)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault', moving: false })
    rig.session.reset()
    rig.tick(3)
    expect(rig.seen('at')).toBe('shelf')
    expect(rig.end(rig.execute('Grip', { position: 0 }))).toMatchObject({ done: 'ok' })
  })

  it('lost while a gripper moves that no odometry shows: it counts as moving for good', () => {
    const rig = new Ros2Rig().ready()
    rig.execute('Grip', { position: 0 })
    rig.tick(3)
    rig.link.lose()
    rig.tick(5)
    rig.link.open()
    rig.tick(200)
    expect(rig.session.beat).toMatchObject({ safe: true, moving: true })
  })

  it('nothing is believed that is older than it may be', () => {
    const rig = new Ros2Rig().ready()
    expect(rig.seen('parcel')).toBe('shelf')
    rig.bridge.faults = { mute: new Set(['/parcel']) }
    rig.tick(40)
    expect(rig.seen('parcel')).toBe('shelf')
    rig.tick(20)
    expect(rig.seen('parcel')).toBeUndefined()
    expect(rig.seen('at')).toBe('dock')
    rig.bridge.faults = {}
    rig.tick(5)
    expect(rig.seen('parcel')).toBe('shelf')
  })

  const EVER = `
  at:
    topic: /amcl_pose
    type: geometry_msgs/msg/PoseWithCovarianceStamped
    value: { nearest: pose.pose.position, within: 0.2 }
    maxAgeSeconds: 3600
`

  it('nothing is believed of a robot that cannot be heard, however old a reading may be', () => {
    const rig = new Ros2Rig({ mapping: { facts: EVER } }).ready()
    expect(rig.seen('at')).toBe('dock')
    rig.bridge.robot.speed = 0.5
    rig.execute('Drive', { place: 'shelf' })
    rig.tick(2)
    rig.link.lose()
    expect(rig.seen('at')).toBeUndefined()
    expect(rig.driver.robot.silent()).toEqual([{ fact: 'at', topic: '/amcl_pose' }])
    // a frame that comes all the same changes nothing
    const pose = { pose: { position: { x: 2, y: 0 } } }
    rig.driver.robot.received({ kind: 'topic', topic: '/amcl_pose', message: { pose } })
    expect(rig.seen('at')).toBeUndefined()
  })

  it('what was heard on an earlier connection is not believed on the next one', () => {
    const rig = new Ros2Rig({ mapping: { facts: EVER } }).ready()
    expect(rig.seen('at')).toBe('dock')
    rig.link.lose()
    rig.bridge.robot.base.x = 2
    rig.bridge.faults = { mute: new Set(['/amcl_pose']) }
    rig.link.open()
    expect(rig.seen('at')).toBeUndefined()
    rig.bridge.faults = {}
    expect(rig.seen('at')).toBe('shelf')
  })

  it('a pose in another frame is none, nor is one without numbers', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { mute: new Set(['/amcl_pose']) }
    const say = (frame: string, x: unknown): void => {
      const pose = { pose: { position: { x, y: 0 } } }
      rig.bridge.inject(
        JSON.stringify({ op: 'publish', topic: '/amcl_pose', msg: { header: { frame_id: frame }, pose } }),
      )
      rig.tick(2)
    }
    for (const [frame, x] of [
      ['odom', 2],
      ['map', '2'],
      ['map', null],
    ] as const)
      say(frame, x)
    expect(rig.seen('at')).toBe('dock')
    say('map', 2)
    expect(rig.seen('at')).toBe('shelf')
    say('map', 1)
    expect(rig.seen('at')).toBe('none')
  })
})

describe('a topic that says nothing', () => {
  const seconds = (count: number): number => (1000 * count) / TICK

  it('is asked for anew: its publisher may have come later, with another quality of service', () => {
    const rig = new Ros2Rig()
    rig.bridge.faults = { late: { '/parcel': 2000 } }
    rig.ready()
    rig.tick(seconds(4))
    expect(rig.seen('parcel')).toBeUndefined()
    rig.tick(seconds(1))
    expect(rig.seen('parcel')).toBe('shelf')
    const asked = rig.bridge.seen.filter(({ frame }) => frame['topic'] === '/parcel')
    expect(asked.map(({ frame }) => frame['op'])).toEqual(['subscribe', 'unsubscribe', 'subscribe'])
    expect(asked[2]?.frame).toEqual(asked[0]?.frame)
    expect(asked[1]?.frame['id']).toBe(asked[0]?.frame['id'])
    // and what has been heard is left alone
    expect(rig.bridge.sent('unsubscribe').length).toBe(1)
  })

  it('an emergency stop that is heard late lets the robot be reset only then', () => {
    const estop = '{ topic: /emergency_stop, type: std_msgs/msg/Bool, pressed: data, maxAgeSeconds: 0.5 }'
    const rig = new Ros2Rig({ mapping: { estop } })
    rig.bridge.faults = { late: { '/emergency_stop': 100 } }
    rig.ready()
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault' })
    rig.tick(seconds(5))
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.beat?.safe).toBe(false)
  })

  it('is asked for less and less often; one that was heard is never asked for anew, nor anything without a link', () => {
    const read = must(parseMapping(mappingText(), 'mapping.yaml'), 'the mapping of the tests')
    const clock = new VirtualClock()
    const asked: string[] = []
    const link = {
      connected: true,
      why: '',
      send: ({ op, topic }: { op: string; topic?: string }) =>
        asked.push(`${clock.now() / 1000} ${op} ${topic}`) > 0,
      listen: () => undefined,
      close: () => undefined,
    }
    const topics = new Subscriptions(read.mapping, link, clock)
    const pass = (until: number): void => {
      for (; clock.now() < 1000 * until; clock.advance(500)) topics.renew()
    }
    topics.begin()
    expect(asked.splice(0)).toEqual(['0 subscribe /amcl_pose', '0 subscribe /parcel', '0 subscribe /odom'])
    for (const topic of ['/odom', '/amcl_pose']) topics.heard(topic)
    pass(200)
    const times = [5, 15, 35, 75, 135, 195]
    expect(asked.splice(0)).toEqual(
      times.flatMap((time) => [`${time} unsubscribe /parcel`, `${time} subscribe /parcel`]),
    )
    link.connected = false
    pass(400)
    expect(asked).toEqual([])
    link.connected = true
    topics.begin()
    asked.splice(0)
    topics.heard('/parcel')
    pass(406)
    // a new connection: what was heard on the one before counts no more
    expect(asked.filter((each) => each.startsWith('405 subscribe'))).toEqual([
      '405 subscribe /amcl_pose',
      '405 subscribe /odom',
    ])
  })
})

describe('what a bridge must not be able to do', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const garbage = [
    '',
    '{',
    'null',
    '42',
    '[]',
    '{}',
    '{"op":7}',
    '{"op":"action_result"}',
    '{"op":"action_result","id":"ID","action":7,"status":4,"result":true}',
    '{"op":"action_result","id":"ID","action":"/navigate_to_pose","status":"4","result":"yes"}',
    '{"op":"action_result","id":"ID","action":"/navigate_to_pose","status":4,"result":true,"values":"yes"}',
    '{"op":"action_feedback","id":"ID","action":"/navigate_to_pose","values":[1]}',
    '{"op":"action_feedback","id":"ID","action":"/navigate_to_pose","values":{"distance_remaining":"far"}}',
    '{"op":"action_feedback","id":{}}',
    '{"op":"publish","topic":"/odom","msg":7}',
    '{"op":"publish","topic":"/odom","msg":{"twist":{"twist":{"linear":null,"angular":[]}}}}',
    '{"op":"publish","topic":"/amcl_pose","msg":{"pose":{"__proto__":{"pose":1}}}}',
    '{"op":"publish","topic":"/parcel","msg":{"data":{"data":[]}}}',
    '{"op":"service_response","id":"ID","service":"/beep","result":1}',
    '{"op":"status","level":7,"msg":{}}',
    '{"op":"fragment","id":"ID","data":"","num":0,"total":1}',
    '{"op":"send_action_goal","id":"ID","action":"/navigate_to_pose"}',
    '{"__proto__":{"op":"publish"}}',
    deep,
    `{"op":"publish","topic":"/parcel","msg":{"data":${JSON.stringify('x'.repeat(500_000))}}}`,
    '{"op":"publish","topic":"/parcel","msg":{"data":' + deep + '}}',
  ]

  it.each(garbage.map((frame) => [frame.slice(0, 60), frame]))('crash it: %s', (_, frame) => {
    const rig = new Ros2Rig().ready()
    rig.bridge.inject(frame)
    rig.tick(2)
    const id = rig.execute('Drive', { place: 'shelf' })
    rig.tick(5)
    const own = String(rig.bridge.sent('send_action_goal')[0]?.['id'])
    for (let i = 0; i < 3; i++) rig.bridge.inject(frame.replaceAll('"ID"', JSON.stringify(own)))
    const state = rig.end(id) as { done: string }
    // only what claims to be the answer to the goal, and is none, ends it
    expect(state.done).toBe(
      /"ID".*("result":"yes"|"values":"yes"|"action":7|"result":1)/.test(frame) ? 'failed' : 'ok',
    )
    // it is cancelled then: nobody knows whether it has ended
    expect(rig.bridge.sent('cancel_action_goal').length > 0).toBe(state.done === 'failed')
    rig.bridge.robot.speed = 3
    rig.tick(100)
    expect(rig.session.beat?.moving).toBe(false)
    expect(rig.bridge.robot.navigation).toBeUndefined()
  })

  it('flood the log: what comes with every frame is told once, with its topic, and then counted', () => {
    const rig = new Ros2Rig().ready()
    const told = (): readonly string[] => rig.notes.filter((note) => note.includes('/scan'))
    const flood = (seconds: number): void => {
      for (let i = 0; i < seconds * 50; i++) {
        rig.bridge.inject('{"op": "publish", "topic": "/scan", "msg": {"range": NaN}}')
        rig.tick()
      }
    }
    flood(9)
    const text = 'from the ROS bridge: a message on /scan that is no JSON: has it NaN or Infinity?'
    expect(told()).toEqual([text])
    flood(15)
    expect(told()).toHaveLength(3)
    expect(told()[1]).toMatch(/ \(\d{3} more times\)$/)
    rig.tick(600)
    rig.link.lose()
    const again = told().map((note) => Number(/\((\d+) more/.exec(note)?.[1] ?? 1))
    expect(again.reduce((sum, count) => sum + count, 0)).toBe(24 * 50)
  })

  it('keep it from noticing that the connection is lost', () => {
    const rig = new Ros2Rig().ready()
    for (const frame of garbage) rig.bridge.inject(frame)
    rig.tick(2)
    rig.link.lose()
    rig.tick(3)
    expect(rig.session.beat).toMatchObject({ safe: true, why: 'fault' })
  })

  it('move the robot: a goal that the bridge sends is nothing to it', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.inject('{"op":"send_action_goal","id":"x","action":"/navigate_to_pose","args":{}}')
    rig.bridge.inject('{"op":"call_service","id":"y","service":"/beep","args":{}}')
    rig.tick(5)
    expect(rig.bridge.sent('send_action_goal')).toEqual([])
    expect(rig.session.beat?.moving).toBe(false)
  })

  it('an error that names the goal ends it as failed, and it is cancelled all the same', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { swallowsGoals: true }
    const id = rig.execute('Drive', { place: 'shelf' })
    rig.tick(3)
    const own = String(rig.bridge.sent('send_action_goal')[0]?.['id'])
    rig.bridge.inject(
      JSON.stringify({ op: 'status', level: 'error', id: own, msg: 'send_action_goal: no args' }),
    )
    expect(rig.end(id)).toEqual({
      done: 'failed',
      reason: 'the ROS bridge refuses it: send_action_goal: no args',
    })
    expect(rig.bridge.sent('cancel_action_goal').map((frame) => frame['id'])).toContain(own)
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
  })

  it('keep it waiting for ever: silence ends with the time of the skill', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { swallowsGoals: true }
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }, 1000))).toEqual({
      done: 'failed',
      reason: 'its time was over',
    })
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
  })
})
