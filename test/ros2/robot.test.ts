import { describe, expect, it } from 'vitest'
import { Ros2Rig } from './rig.js'

const goals = (rig: Ros2Rig): readonly Record<string, unknown>[] => rig.bridge.sent('send_action_goal')

describe('a robot behind ROS 2', () => {
  it('drives, tells how far it is, grips, calls a service, and sees what it has done', () => {
    const rig = new Ros2Rig().ready()
    expect(rig.session.hello).toMatchObject({
      robot: 'virtual',
      skills: [
        { name: 'Drive', params: ['place'], timeoutMs: 10_000 },
        { name: 'Grip', params: ['position'], timeoutMs: 3000 },
        { name: 'Beep', params: ['on'], timeoutMs: 2000 },
      ],
      facts: ['at', 'parcel', 'moves'],
      stopMs: 1500,
      heartbeatMs: 500,
    })
    expect(rig.seen('at')).toBe('dock')
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }))).toMatchObject({ done: 'ok' })
    expect(rig.seen('at')).toBe('shelf')
    expect(rig.seen('moves')).toBe(false)
    const fractions = rig.events.flatMap((event) => (event.kind === 'progress' ? [event.fraction] : []))
    expect(fractions.length).toBeGreaterThan(10)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(rig.end(rig.execute('Grip', { position: 0 }))).toMatchObject({ done: 'ok' })
    expect(rig.seen('parcel')).toBe('gripper')
    expect(rig.end(rig.execute('Beep', { on: true }))).toMatchObject({ done: 'ok' })
    expect(rig.end(rig.execute('Drive', { place: 'table' }))).toMatchObject({ done: 'ok' })
    expect(goals(rig).map(({ action, action_type, args }) => ({ action, action_type, args }))[2]).toEqual({
      action: '/navigate_to_pose',
      action_type: 'nav2_msgs/action/NavigateToPose',
      args: {
        pose: {
          header: { frame_id: 'map' },
          pose: {
            position: { x: 2, y: 1.5 },
            orientation: { z: Math.sin(0.785), w: Math.cos(0.785) },
          },
        },
      },
    })
    expect(new Set(goals(rig).map(({ id }) => id)).size).toBe(3)
    expect(rig.bridge.robot.overlaps).toBe(0)
  })

  it('is SAFE at its start: nothing is sent but questions and a stop', () => {
    const rig = new Ros2Rig()
    rig.tick(5)
    const id = rig.execute('Drive', { place: 'shelf' })
    rig.tick(5)
    expect(rig.session.refusal(id)).toBe('safe')
    expect(goals(rig)).toEqual([])
    expect(rig.bridge.sent('publish').every(({ topic }) => topic === '/cmd_vel')).toBe(true)
  })

  it('refuses what does not fit the interface, and sends nothing', () => {
    const rig = new Ros2Rig({
      mapping: {
        skills: `
  Spin:
    action: /spin
    type: control_msgs/action/FollowJointTrajectory
    timeoutSeconds: 3
    params: { seconds: number, joint: text }
    goal: { goal_time_tolerance: { sec: '{seconds}' }, trajectory: { joint_names: ['{joint}'] } }
`,
        standing: '',
      },
    }).ready()
    const half = rig.execute('Spin', { seconds: 1.5, joint: 'wrist' })
    const word = rig.execute('Spin', { seconds: 'long', joint: 'wrist' })
    rig.tick(3)
    expect([half, word].map((id) => rig.session.refusal(id))).toEqual(['bad-params', 'bad-params'])
    const texts = rig.events.flatMap((event) => (event.kind === 'commandRefused' ? [event.text] : []))
    expect(texts[0]).toMatch(/goal_time_tolerance\.sec does not fit .*expected a whole number .*got 1\.5/)
    expect(texts[1]).toMatch(/seconds is "long", expected a number/)
    expect(goals(rig)).toEqual([])
  })

  it('asks for the newest message at once where that counts, and for every one of an emergency stop', () => {
    const estop = '{ topic: /e, type: std_msgs/msg/Bool, pressed: data, maxAgeSeconds: 1 }'
    const rig = new Ros2Rig({ mapping: { estop } })
    const paces = rig.bridge
      .sent('subscribe')
      .map(({ topic, throttle_rate, queue_length }) => [topic, throttle_rate, queue_length])
    expect(paces).toEqual([
      ['/amcl_pose', 100, 1],
      ['/parcel', 100, 1],
      ['/odom', 0, 1],
      ['/e', 0, 0],
    ])
  })

  it('takes two commands at once for one: the second is refused', () => {
    const rig = new Ros2Rig().ready()
    const first = rig.execute('Drive', { place: 'shelf' })
    const second = rig.execute('Grip', { position: 0 })
    rig.tick(3)
    expect(rig.session.refusal(second)).toBe('busy')
    expect(rig.end(first)).toMatchObject({ done: 'ok' })
    expect(goals(rig).length).toBe(1)
  })
})

describe('how a goal can end', () => {
  it.each([
    [{ rejects: 'Action goal was rejected' }, '/navigate_to_pose: Action goal was rejected'],
    [{ aborts: true }, '/navigate_to_pose: aborted, error_code 9000, no path'],
    [
      {
        resultFrames: [
          '{"op":"action_result","id":"ID","action":"/navigate_to_pose","status":4,"result":true,"values":{"error_code":9002}}',
        ],
      },
      /^\/navigate_to_pose: not so: status = succeeded and result.error_code = 0, error_code 9002; it answered/,
    ],
    [
      {
        resultFrames: [
          '{"op":"action_result","id":"ID","action":"/navigate_to_pose","status":4,"result":true}',
        ],
      },
      /not so: status = succeeded/,
    ],
    [
      {
        resultFrames: [
          '{"op":"action_result","id":"ID","action":"/navigate_to_pose","status":5,"result":true,"values":{}}',
        ],
      },
      '/navigate_to_pose: canceled',
    ],
  ])('%j', (faults, reason) => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = faults
    const state = rig.end(rig.execute('Drive', { place: 'shelf' })) as { done: string; reason: string }
    expect(state.done).toBe('failed')
    expect(state.reason).toMatch(reason)
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
    // the next is not troubled by it
    rig.bridge.faults = {}
    expect(rig.end(rig.execute('Drive', { place: 'dock' }))).toMatchObject({ done: 'ok' })
  })

  it('Nav2 that is not active refuses goals, and says so', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.lifecycle = 'inactive'
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }))).toMatchObject({
      done: 'failed',
      reason: '/navigate_to_pose: Action goal was rejected',
    })
  })

  it('a gripper that closes on nothing has reached its goal, and one that says neither has not succeeded', () => {
    const rig = new Ros2Rig().ready()
    expect(rig.end(rig.execute('Grip', { position: 0 }))).toMatchObject({ done: 'ok' })
    rig.bridge.faults = {
      resultFrames: [
        '{"op":"action_result","id":"ID","action":"/gripper_controller/gripper_cmd","status":4,"result":true,"values":{"stalled":false,"reached_goal":"yes"}}',
      ],
    }
    expect(rig.end(rig.execute('Grip', { position: 0.02 }))).toMatchObject({ done: 'failed' })
  })

  it('a grasp that stalls is aborted by its controller: success where the mapping says evenIfAborted', () => {
    const grip = (rest: string): string => `
  Grip:
    action: /gripper_controller/gripper_cmd
    type: control_msgs/action/GripperCommand
    timeoutSeconds: 3
    goal: { command: { position: 0 } }
    success: result.stalled
    ${rest}
`
    const closed = (rest: string, has: string): unknown => {
      const rig = new Ros2Rig({ mapping: { skills: grip(rest), standing: '' } }).ready()
      rig.bridge.robot.allowsStalling = false
      rig.bridge.robot.parcel = has
      return rig.end(rig.execute('Grip', {}))
    }
    expect(closed('', 'dock')).toMatchObject({
      done: 'failed',
      reason: expect.stringMatching('gripper_cmd: aborted') as string,
    })
    expect(closed('evenIfAborted: true', 'dock')).toMatchObject({ done: 'ok' })
    // on nothing: it has reached its goal, and has not stalled
    expect(closed('evenIfAborted: true', 'shelf')).toMatchObject({
      done: 'failed',
      reason: expect.stringMatching('not so: result.stalled') as string,
    })
  })

  it('results of other goals, of other clients and of other actions are none of its own', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { strangers: true, aborts: true }
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }))).toMatchObject({ done: 'failed' })
    rig.bridge.faults = { swallowsGoals: true }
    const id = rig.execute('Drive', { place: 'shelf' })
    rig.tick(3)
    const own = String(goals(rig).at(-1)?.['id'])
    for (const [goal, action] of [
      [own, '/gripper_controller/gripper_cmd'],
      ['graft:b1:999', '/navigate_to_pose'],
      [String(goals(rig)[0]?.['id']), '/navigate_to_pose'],
    ])
      rig.bridge.inject(
        JSON.stringify({
          op: 'action_result',
          id: goal,
          action,
          status: 4,
          result: true,
          values: { error_code: 0 },
        }),
      )
    rig.bridge.inject(
      JSON.stringify({
        op: 'service_response',
        id: own,
        service: '/navigate_to_pose',
        result: true,
        values: {},
      }),
    )
    rig.tick(10)
    expect(rig.session.commandState(id)).toBe('accepted')
    expect(rig.session.beat?.moving).toBe(true)
    rig.session.stop()
    expect(rig.end(id)).toMatchObject({ done: 'stopped' })
  })

  it('a service that fails, or says that it has not succeeded', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.faults = { serviceFails: 'Service /beep does not exist' }
    expect(rig.end(rig.execute('Beep', { on: true }))).toEqual({
      done: 'failed',
      reason: '/beep: Service /beep does not exist',
    })
  })

  it('a goal whose time is over is cancelled; its late result changes nothing', () => {
    const rig = new Ros2Rig().ready()
    rig.bridge.robot.speed = 0.1
    const slow = rig.execute('Drive', { place: 'table' }, 2000)
    expect(rig.end(slow)).toEqual({ done: 'failed', reason: 'its time was over' })
    expect(rig.bridge.sent('cancel_action_goal').length).toBeGreaterThan(0)
    const id = String(goals(rig).at(-1)?.['id'])
    rig.bridge.inject(
      JSON.stringify({
        op: 'action_result',
        id,
        action: '/navigate_to_pose',
        status: 4,
        result: true,
        values: { error_code: 0 },
      }),
    )
    rig.tick(5)
    expect(rig.session.commandState(slow)).toEqual({ done: 'failed', reason: 'its time was over' })
    expect(rig.session.beat).toMatchObject({ moving: false, safe: false })
  })
})
