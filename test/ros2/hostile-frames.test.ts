import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { decodeBridge } from '#ros2/bridge/protocol.js'
import { Ros2Rig } from './rig.js'

const FRAMES = Number(process.env['GRAFT_ROS2_FRAMES'] ?? 5000)

const OPS = [
  'action_result',
  'action_feedback',
  'service_response',
  'publish',
  'status',
  'fragment',
  'png',
  7,
  null,
]
const KEYS = [
  'id',
  'action',
  'service',
  'topic',
  'values',
  'msg',
  'status',
  'result',
  'level',
  'data',
  '__proto__',
]
const TEXTS = [
  '/navigate_to_pose',
  '/beep',
  '/odom',
  '/amcl_pose',
  '/parcel',
  'graft:b1:1',
  'graft:b1:2',
  'error',
  '',
]
const FIELDS = [
  'pose',
  'position',
  'twist',
  'linear',
  'angular',
  'x',
  'y',
  'data',
  'header',
  'frame_id',
  'constructor',
]

/** what makes a frame look right, part by part */
const FITTING: Readonly<Record<string, readonly unknown[]>> = {
  id: ['graft:b1:1', 'graft:b1:2', 'graft:b1:3', 'another'],
  action: ['/navigate_to_pose', '/beep'],
  service: ['/beep'],
  topic: ['/odom', '/amcl_pose', '/parcel'],
  status: [4, 5, 6],
  result: [true, false],
  values: [{}, { error_code: 0 }, { distance_remaining: 1 }],
  msg: [
    { data: 'shelf' },
    { twist: { twist: { linear: { x: 9, y: 0, z: 0 }, angular: { x: 0, y: 0, z: 0 } } } },
  ],
  level: ['error', 'info'],
}

function value(rng: Rng, depth = 0): unknown {
  switch (rng.int(depth > 5 ? 5 : 8)) {
    case 0:
      return rng.pick([4, 5, 6, 0, -1, 1e308, 0.5])
    case 1:
      return rng.pick(TEXTS)
    case 2:
      return rng.chance(0.5)
    case 3:
      return null
    case 4:
      return 'map'
    case 5:
      return [value(rng, depth + 1), value(rng, depth + 1)]
    default:
      return Object.fromEntries(
        Array.from({ length: 1 + rng.int(3) }, () => [rng.pick(FIELDS), value(rng, depth + 1)]),
      )
  }
}

/** A frame that looks like one of the protocol, with parts missing, wrong, or cut off. */
function frame(rng: Rng): string {
  const parts = KEYS.filter(() => rng.chance(0.8)).map((key) => {
    const fits = FITTING[key]
    return [key, fits !== undefined && rng.chance(0.6) ? rng.pick(fits) : value(rng)] as const
  })
  const text = JSON.stringify(Object.fromEntries([['op', rng.pick(OPS)], ...parts]))
  return rng.chance(0.1) ? text.slice(0, rng.int(text.length)) : text
}

describe(`random frames from the bridge (${FRAMES})`, () => {
  it('are read as something, and nothing is thrown', () => {
    const rng = stream('ros2 frames')
    const kinds = new Map<string, number>()
    for (let i = 0; i < FRAMES; i++) {
      const { kind } = decodeBridge(frame(rng))
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    // the test reaches every way in
    expect([...kinds.keys()].sort()).toEqual(
      ['feedback', 'malformed', 'other', 'response', 'result', 'status', 'topic'].sort(),
    )
  })

  it('send no goal, and leave a driver that can be stopped, reset and used', () => {
    const rng = stream('ros2 frames at a driver')
    const rig = new Ros2Rig().ready()
    for (let i = 0; i < FRAMES; i++) {
      const text = frame(rng)
      // a bridge that says often enough that the robot moves unasked is one that graft leaves, and rightly
      if (!text.includes('/odom')) rig.bridge.inject(text)
      if (i % 10 === 0) rig.tick()
    }
    expect(rig.bridge.asked).toBe(0)
    rig.tick(50)
    rig.session.reset()
    rig.tick(5)
    expect(rig.session.status).toBe('up')
    expect(rig.end(rig.execute('Drive', { place: 'shelf' }))).toMatchObject({ done: 'ok' })
    expect(rig.seen('at')).toBe('shelf')
  })

  it('keep no command from ending, nor the robot from standing afterwards', () => {
    const rng = stream('ros2 frames in motion')
    const rig = new Ros2Rig().ready()
    rig.bridge.robot.speed = 4
    let ended = 0
    for (let i = 0; i < FRAMES / 50; i++) {
      const id = rig.execute('Drive', { place: rng.pick(['dock', 'shelf', 'table']) })
      for (let n = 0; n < 20; n++) {
        rig.bridge.inject(frame(rng))
        rig.tick()
      }
      if (typeof rig.end(id) === 'object') ended++
      rig.tick(60)
      if (rig.session.beat?.safe === true) rig.session.reset()
      rig.tick(5)
      expect(rig.session.beat).toMatchObject({ moving: false })
    }
    expect(ended).toBeGreaterThan(FRAMES / 60)
    expect(rig.bridge.robot.overlaps).toBe(0)
  })

  it('that nest deeply are refused without being parsed', () => {
    const deep = '['.repeat(500_000)
    const why = 'nested deeper than 32 levels'
    for (const frame of [deep, deep + ']'.repeat(500_000), `{"op":"publish","topic":"/parcel","msg":${deep}`])
      expect(decodeBridge(frame)).toEqual({ kind: 'malformed', id: undefined, why })
    const values = { a: JSON.parse(`${'['.repeat(25)}${']'.repeat(25)}`) as unknown, text: '[[[['.repeat(20) }
    const frame = JSON.stringify({ op: 'action_feedback', id: 'x', action: '/a', values })
    expect(decodeBridge(frame)).toEqual({ kind: 'feedback', id: 'x', action: '/a', values })
  })
})
