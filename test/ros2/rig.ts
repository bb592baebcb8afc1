import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { DriverPeer } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { DriverSide } from '#drivers/driver-side.js'
import type { DriverEvent } from '#drivers/session/driver-event.js'
import type { CommandId, Order } from '#drivers/session/driver-event.js'
import type { BridgeLink, BridgeListener } from '#ros2/bridge/bridge-link.js'
import { decodeBridge, type BridgeOp } from '#ros2/bridge/protocol.js'
import { parseMapping } from '#ros2/mapping/read-mapping.js'
import { ros2Robot, type Ros2Robot } from '#ros2/ros2-robot.js'
import { RosBridge } from './bridge.js'

/** ms; the reflex loop's period */
export const TICK = 20

/** The mapping of the tests. @param more lines instead of those of the same key */
export const mappingText = (
  url = 'ws://127.0.0.1:9090',
  more: Readonly<Record<string, string>> = {},
): string =>
  Object.entries({ ...LINES, url, ...more })
    .map(([key, line]) => (line === '' ? '' : `${key}: ${line}\n`))
    .join('')

/** A stop that ends the goals of every action as well, whoever sent them. */
export const STOP_WITH_CALL = `
  publish: [{ topic: /cmd_vel, type: geometry_msgs/msg/Twist, message: { linear: { x: 0 }, angular: { z: 0 } } }]
  call:
    - service: /navigate_to_pose/_action/cancel_goal
      type: action_msgs/srv/CancelGoal
      request: { goal_info: { goal_id: { uuid: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] } } }
    - { service: /gripper_controller/gripper_cmd/_action/cancel_goal, type: action_msgs/srv/CancelGoal }
`

const LINES: Readonly<Record<string, string>> = {
  url: '',
  name: 'virtual',
  stopMs: '1500',
  heartbeatMs: '500',
  places: '{ dock: { x: 0, y: 0 }, shelf: { x: 2, y: 0 }, table: { x: 2, y: 1.5, yaw: 1.57 } }',
  skills: `
  Drive:
    action: /navigate_to_pose
    type: nav2_msgs/action/NavigateToPose
    timeoutSeconds: 10
    params: { place: [dock, shelf, table] }
    goal:
      pose:
        header: { frame_id: map }
        pose:
          position: { x: '{place.x}', y: '{place.y}' }
          orientation: { z: '{place.qz}', w: '{place.qw}' }
    success: status = succeeded and result.error_code = 0
    progress: { remaining: distance_remaining }
  Grip:
    action: /gripper_controller/gripper_cmd
    type: control_msgs/action/GripperCommand
    timeoutSeconds: 3
    params: { position: { min: 0, max: 0.08 } }
    goal: { command: { position: '{position}', max_effort: 20 } }
    success: result.reached_goal or result.stalled
  Beep:
    service: /beep
    type: std_srvs/srv/SetBool
    timeoutSeconds: 2
    params: { on: boolean }
    request: { data: '{on}' }
    success: response.success
`,
  facts: `
  at:
    topic: /amcl_pose
    type: geometry_msgs/msg/PoseWithCovarianceStamped
    value: { nearest: pose.pose.position, within: 0.2 }
    maxAgeSeconds: 1
  parcel: { topic: /parcel, type: std_msgs/msg/String, value: data, maxAgeSeconds: 1 }
  moves: { topic: /odom, type: nav_msgs/msg/Odometry, value: twist.twist.linear.x > 0.01, maxAgeSeconds: 1 }
`,
  stop: `
  publish: [{ topic: /cmd_vel, type: geometry_msgs/msg/Twist, message: { linear: { x: 0 }, angular: { z: 0 } } }]
`,
  standing: '{ topic: /odom, type: nav_msgs/msg/Odometry, skills: [Drive] }',
}

/** The product's end of a connection to the bridge of the tests, in this process: frames are text, as on a socket. */
class DirectLink implements BridgeLink {
  why = 'not connected yet'
  readonly #bridge: RosBridge
  #listener: BridgeListener | undefined
  #end: ReturnType<RosBridge['connect']> | undefined
  /** frames are taken when the loop comes to it, not while another is sent */
  #waiting: string[] = []

  constructor(bridge: RosBridge) {
    this.#bridge = bridge
    this.open()
  }

  get connected(): boolean {
    return this.#end !== undefined
  }

  open(): void {
    this.#end ??= this.#bridge.connect((frame) => void this.#waiting.push(frame))
    this.#listener?.opened()
  }

  lose(why = 'it broke'): void {
    this.#end?.close()
    this.#end = undefined
    this.#waiting = []
    this.why = why
    this.#listener?.closed(why)
  }

  deliver(): void {
    for (const frame of this.#waiting.splice(0)) this.#listener?.received(decodeBridge(frame))
  }

  send(op: BridgeOp): boolean {
    this.#end?.receive(JSON.stringify(op))
    return this.#end !== undefined
  }

  listen(listener: BridgeListener): void {
    this.#listener = listener
    if (this.connected) listener.opened()
  }

  close(): void {
    this.lose('closed')
  }
}

interface RigOptions {
  readonly mapping?: Readonly<Record<string, string>>
  /** stands between session and driver */
  readonly between?: (peer: DriverPeer, bridge: RosBridge) => DriverPeer
}

/** A session with a robot behind the bridge of the tests, in virtual time. */
export class Ros2Rig {
  readonly clock = new VirtualClock()
  readonly bridge = new RosBridge()
  readonly link = new DirectLink(this.bridge)
  readonly notes: string[] = []
  readonly driver: Ros2Robot
  readonly side: DriverSide
  readonly session: DriverSession
  readonly events: DriverEvent[] = []
  /** the reflex loop is well: it allows heartbeats */
  healthy = true
  #permits = 0

  constructor({ mapping = {}, between = (peer) => peer }: RigOptions = {}) {
    const read = must(
      parseMapping(mappingText(undefined, mapping), 'mapping.yaml'),
      'the mapping of the tests',
    )
    this.driver = ros2Robot({
      mapping: read.mapping,
      link: this.link,
      clock: this.clock,
      boot: 'b1',
      onNote: (text) => void this.notes.push(text),
    })
    this.side = this.driver.start({ clock: this.clock, boot: 'b1' })
    this.session = new DriverSession({
      clock: this.clock,
      peer: between(this.side, this.bridge),
      session: 's1',
    })
  }

  tick(times = 1): void {
    for (let i = 0; i < times; i++) {
      this.clock.advance(TICK)
      this.bridge.advance(this.clock.now())
      this.link.deliver()
      if (this.healthy) this.session.allowHeartbeat()
      this.session.poll()
      this.events.push(...this.session.takeEvents())
    }
  }

  /** Up, and out of SAFE. */
  ready(): this {
    this.tick(5)
    this.session.reset()
    this.tick(5)
    return this
  }

  execute(skill: string, params: Order['params'], deadlineMs = 10_000): CommandId {
    return this.session.execute({ permit: ++this.#permits, skill, params, deadlineMs })
  }

  /** Ticks until a command has ended. @returns how */
  end(id: CommandId, withinMs = 15_000): unknown {
    const isOver = (): boolean => {
      const state = this.session.commandState(id)
      return typeof state === 'object' || state === 'refused'
    }
    for (let passed = 0; passed < withinMs && !isOver(); passed += TICK) this.tick()
    return this.session.commandState(id)
  }

  /** What a fact is, after a moment in which sensors can show it. */
  seen(fact: string): unknown {
    this.tick(5)
    this.session.observe()
    this.tick(3)
    const observed = this.events.findLast((event) => event.kind === 'observed')
    return observed?.observation.facts.find((each) => each.fact === fact)?.value
  }
}
