import { VirtualRobot, type Goal } from './virtual-robot.js'

/** What goes wrong, as a test says. Everything may be changed at any time. */
export interface BridgeFaults {
  /** goals are not accepted, with this text */
  rejects?: string
  /** goals end as aborted, at once */
  aborts?: boolean
  /** goals are taken, and nothing happens and nothing is said */
  swallowsGoals?: boolean
  /** so long a goal waits for the action server to accept it, ms: until then a cancel finds nothing, and is dropped */
  acceptMs?: number
  /** cancelling is not obeyed */
  ignoresCancel?: boolean
  /** as rosbridge before 2.1: the result of a cancelled goal has no status, and says that it failed */
  cancelsWithoutStatus?: boolean
  /** instead of each result, this is sent; `ID` is replaced by the goal's id */
  resultFrames?: readonly string[]
  /** before each result, the same under other ids, as for other clients */
  strangers?: boolean
  /** topics that say nothing */
  mute?: ReadonlySet<string>
  /** topics whose publisher appears at a time, ms, with a quality of service that no earlier subscription fits */
  late?: Readonly<Record<string, number>>
  /** an answer to a service call instead of its own */
  serviceFails?: string
  /** the bridge gives up waiting for the answer of a service, which goes on */
  serviceTimesOut?: boolean
}

/** What rosbridge 2.2 says when a service has not answered within its time limit. */
const TIMED_OUT = 'Timeout exceeded while waiting for service response'

/** One frame as seen at the bridge's end: an independent witness of what was sent. */
export interface SeenFrame {
  readonly at: number
  readonly frame: Record<string, unknown>
}

interface Client {
  readonly send: (frame: string) => void
  /** topics, and since when */
  readonly subscribed: Map<string, number>
  isOpen: boolean
}

const PLACES = { dock: { x: 0, y: 0 }, shelf: { x: 2, y: 0 }, table: { x: 2, y: 1.5 } } as const
const TOPICS_MS = 50
const FIELDS = ['behavior_tree', 'pose']

/** The server's end of the rosbridge protocol in front of a virtual robot; carries text frames, whoever moves them. */
export class RosBridge {
  readonly robot: VirtualRobot
  readonly seen: SeenFrame[] = []
  faults: BridgeFaults = {}
  /** the robot's own emergency stop */
  pressed = false
  lifecycle = 'active'
  /** of topics, as rosapi tells them; a topic that is not here does not exist */
  types: Record<string, string> = { '/cmd_vel': 'geometry_msgs/msg/Twist' }
  /** nodes that listen to a topic, and that publish on it */
  subscribers: Record<string, readonly string[]> = { '/cmd_vel': ['/base_controller'] }
  publishers: Record<string, readonly string[]> = {}
  /** as rosapi tells parameters: JSON */
  parameters: Record<string, string> = {}
  /** goals, and calls of a service that does something, as they arrived: whoever sent them */
  asked = 0
  #now: number
  #saidAt = -Infinity
  readonly #clients = new Set<Client>()
  /** goals that the bridge knows: it can cancel these */
  readonly #known = new Set<string>()
  #accepting: { readonly goal: Goal; readonly at: number }[] = []
  /** a bridge that has just been started does not find the services yet */
  #findsFrom = -Infinity

  constructor(now = 0) {
    this.#now = now
    this.robot = new VirtualRobot(now, PLACES)
  }

  /** A client comes; the result takes what it sends and ends the connection. */
  connect(send: (frame: string) => void): {
    readonly receive: (frame: string) => void
    readonly close: () => void
  } {
    const client: Client = { send, subscribed: new Map(), isOpen: true }
    this.#clients.add(client)
    return {
      receive: (frame) => this.#receive(client, frame),
      close: () => {
        client.isOpen = false
        this.#clients.delete(client)
      },
    }
  }

  advance(now: number): void {
    this.#now = now
    const due = this.#accepting.filter(({ at }) => at <= now)
    this.#accepting = this.#accepting.filter(({ at }) => at > now)
    for (const { goal } of due) this.#accept(goal)
    this.robot.advance(now)
    if (now - this.#saidAt < TOPICS_MS) return
    this.#saidAt = now
    for (const [topic, msg] of this.#topics()) this.publish(topic, msg)
  }

  /**
   * The bridge is started anew, its connections are gone: it knows no goal any more, what it was about to ask for is
   * lost, and what runs goes on. @param findsAfterMs until it finds services
   */
  restart(findsAfterMs = 0): void {
    for (const client of this.#clients) client.isOpen = false
    this.#clients.clear()
    this.#known.clear()
    this.#accepting = []
    this.#findsFrom = this.#now + findsAfterMs
  }

  publish(topic: string, msg: unknown): void {
    if (this.faults.mute?.has(topic) === true) return
    const from = this.faults.late?.[topic] ?? -Infinity
    if (this.#now < from) return
    for (const client of this.#clients)
      if ((client.subscribed.get(topic) ?? -Infinity) >= from && client.subscribed.has(topic))
        client.send(JSON.stringify({ op: 'publish', topic, msg }))
  }

  /** A raw frame to everybody, whatever it is. */
  inject(frame: string): void {
    for (const client of this.#clients) client.send(frame)
  }

  /** Frames of one operation, in order. */
  sent(op: string): readonly Record<string, unknown>[] {
    return this.seen.flatMap(({ frame }) => (frame['op'] === op ? [frame] : []))
  }

  #topics(): readonly (readonly [string, unknown])[] {
    const { base, parcel } = this.robot
    const pose = { position: { x: base.x, y: base.y, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } }
    const zero = { x: 0, y: 0, z: 0 }
    const twist = { linear: { ...zero, x: base.speed }, angular: zero }
    return [
      ['/amcl_pose', { header: { frame_id: 'map' }, pose: { pose, covariance: [] } }],
      ['/odom', { header: { frame_id: 'odom' }, pose: { pose }, twist: { twist, covariance: [] } }],
      ['/parcel', { data: parcel }],
      ['/emergency_stop', { data: this.pressed }],
    ]
  }

  #receive(client: Client, text: string): void {
    const frame = JSON.parse(text) as Record<string, unknown>
    this.seen.push({ at: this.#now, frame })
    const say = (message: Record<string, unknown>): void => {
      if (client.isOpen) client.send(JSON.stringify(message))
    }
    switch (frame['op']) {
      case 'subscribe':
        // rosbridge keeps the subscription that it has
        if (!client.subscribed.has(String(frame['topic'])))
          client.subscribed.set(String(frame['topic']), this.#now)
        return
      case 'unsubscribe':
        client.subscribed.delete(String(frame['topic']))
        return
      case 'send_action_goal':
        this.asked++
        return this.#onGoal(frame, say)
      case 'cancel_action_goal':
        if (this.faults.ignoresCancel !== true && this.#known.has(String(frame['id'])))
          this.robot.cancel(String(frame['id']))
        return
      case 'call_service':
        return this.#onCall(frame, say)
      case 'advertise':
      case 'publish':
        return
      default:
        say({
          op: 'status',
          level: 'error',
          id: frame['id'],
          msg: `Unknown operation: ${String(frame['op'])}`,
        })
    }
  }

  #onGoal(frame: Record<string, unknown>, say: (message: Record<string, unknown>) => void): void {
    const [id, action] = [String(frame['id']), String(frame['action'])]
    const result = (status: number, values: unknown, accepted = true): void => {
      for (const other of this.faults.strangers === true ? [`${id}0`, 'another'] : [])
        say({ op: 'action_result', id: other, action, values: {}, status: 4, result: true })
      const frames = this.faults.resultFrames
      if (frames === undefined) say({ op: 'action_result', id, action, values, status, result: accepted })
      else for (const each of frames) this.inject(each.replaceAll('ID', id))
    }
    const target = targetOf(action, frame['args'])
    const refusal = this.faults.rejects ?? (typeof target === 'string' ? target : undefined)
    if (refusal !== undefined || typeof target === 'string') return result(0, refusal, false)
    if (this.lifecycle !== 'active' && action === '/navigate_to_pose')
      return result(0, 'Action goal was rejected', false)
    if (this.faults.aborts === true) return result(6, { error_code: 9000, error_msg: 'no path' })
    if (this.faults.swallowsGoals === true) return
    const goal: Goal = {
      id,
      action,
      target,
      since: this.#now,
      cancelled: false,
      end: (status, values) =>
        status === 5 && this.faults.cancelsWithoutStatus === true
          ? say({ op: 'action_result', id, action, values: 'goal was canceled', result: false })
          : result(status, values),
      feedback: (values) => {
        if (frame['feedback'] === true) say({ op: 'action_feedback', id, action, values })
      },
    }
    const { acceptMs } = this.faults
    if (acceptMs === undefined) this.#accept(goal)
    else this.#accepting.push({ goal, at: this.#now + acceptMs })
  }

  #accept(goal: Goal): void {
    this.#known.add(goal.id)
    this.robot.accept(goal)
  }

  #onCall(frame: Record<string, unknown>, say: (message: Record<string, unknown>) => void): void {
    const [id, service] = [frame['id'], String(frame['service'])]
    const answer = (values: unknown, result = true): void =>
      say({ op: 'service_response', id, service, values, result })
    const args = (frame['args'] ?? {}) as { readonly topic?: string; readonly name?: string }
    const of = <T>(table: Readonly<Record<string, T>>, key: string | undefined, none: NoInfer<T>): T =>
      table[key ?? ''] ?? none
    if (service === '/beep') this.asked++
    if (this.#now < this.#findsFrom) return answer(`Service ${service} does not exist`, false)
    if (this.faults.serviceFails !== undefined) return answer(this.faults.serviceFails, false)
    switch (service) {
      case '/rosapi/action_servers':
        return answer({ action_servers: ['/navigate_to_pose', '/gripper_controller/gripper_cmd'] })
      case '/rosapi/services':
        return answer({ services: ['/beep', '/rosapi/services'] })
      case '/bt_navigator/get_state':
        return answer({ current_state: { id: 3, label: this.lifecycle } })
      case '/rosapi/topic_type':
        return answer({ type: of(this.types, args.topic, '') })
      case '/rosapi/subscribers':
        return answer({ subscribers: of(this.subscribers, args.topic, []) })
      case '/rosapi/publishers':
        return answer({ publishers: of(this.publishers, args.topic, []) })
      case '/rosapi/get_param':
        return answer({ value: of(this.parameters, args.name, 'null') })
      case '/beep':
        if (this.faults.serviceTimesOut === true) answer(TIMED_OUT, false)
        this.robot.beep(() => this.faults.serviceTimesOut !== true && answer({ success: true, message: '' }))
        return
      case '/navigate_to_pose/_action/cancel_goal':
      case '/gripper_controller/gripper_cmd/_action/cancel_goal':
        if (this.faults.ignoresCancel !== true)
          this.robot.cancelAll(service.startsWith('/navigate') ? 'navigation' : 'grasp')
        return answer({ return_code: 0, goals_canceling: [] })
      default:
        return answer(`Service ${service} does not exist`, false)
    }
  }
}

/** The target of a goal, or why an action server of ROS would not even be given it. */
function targetOf(action: string, args: unknown): Goal['target'] | string {
  const goal = args as {
    pose?: { pose?: { position?: { x?: unknown; y?: unknown } } }
    command?: { position?: unknown }
  }
  if (action === '/navigate_to_pose') {
    const unknown = Object.keys(goal).find((name) => !FIELDS.includes(name))
    if (unknown !== undefined) return `NonexistentFieldException: ${unknown}`
    const { x, y } = goal.pose?.pose?.position ?? {}
    return typeof x === 'number' && typeof y === 'number' ? { x, y } : 'FieldTypeMismatchException: position'
  }
  if (action !== '/gripper_controller/gripper_cmd') return 'No action server available'
  const position = goal.command?.position
  return typeof position === 'number' ? { position } : 'FieldTypeMismatchException: position'
}
