import type {
  CommandResult,
  DriverBeat,
  DriverHello,
  DriverMessage,
  Execute,
  HostMessage,
  Observation,
  RefusalCode,
  SkillOffer,
} from '#drivers/contract.js'
import type { Result } from '#base/result.js'

/** What the laws need of a robot. */
export interface DrivenRobot {
  begin(skill: string, params: Execute['params']): Result<null, string>
  /** the running action's share that is done, 0…1; `undefined` when none runs */
  readonly fraction: number | undefined
  takeEnded(): readonly Pick<CommandResult, 'status' | 'reason'>[]
  stop(): void
  readonly moving: boolean
  observe(asked: { readonly facts?: readonly string[]; readonly pictures?: readonly string[] }): Observation
  /** facts that have changed since the last call */
  notice(): Observation | undefined
}

/**
 * The laws of the driver contract, for any robot in this process: exactly once by id, a permit once, STOP outside every
 * queue, SAFE after start, emergency stop and silence until `reset`. Sans I/O; time comes with `advance`.
 */
export class DriverSession {
  readonly #hello: DriverHello
  readonly #robot: DrivenRobot
  readonly #out: DriverMessage[] = []
  #now = 0
  #session: string | undefined
  #lastId = 0
  readonly #permits = new Set<number>()
  #running: Running | undefined
  #heard = { n: 0, at: 0 }
  #beatAt = 0
  #safe: DriverBeat['why'] | undefined = 'start'

  constructor(hello: DriverHello, robot: DrivenRobot) {
    this.#hello = hello
    this.#robot = robot
  }

  receive(message: HostMessage): void {
    switch (message.kind) {
      case 'hello':
        return this.#greet(message)
      case 'execute':
        return this.#execute(message.rpc, message.command)
      case 'observe':
        return this.#say({ kind: 'observed', rpc: message.rpc, observation: this.#robot.observe(message) })
      case 'stop':
        this.#robot.stop()
        return this.#say({ kind: 'done', rpc: message.rpc })
      case 'estop':
        this.#makeSafe('estop')
        return this.#say({ kind: 'done', rpc: message.rpc })
      case 'reset':
        return this.#reset(message.rpc)
      case 'heartbeat':
        this.#heard = { n: Math.max(this.#heard.n, message.n), at: this.#now }
        return undefined
    }
  }

  /** @param ms how much time has passed; the robot itself has been advanced by it */
  advance(ms: number): void {
    this.#now += ms
    if (this.#silent && this.#safe === undefined) this.#makeSafe('silence')
    this.#watchDeadline()
    for (const ended of this.#robot.takeEnded()) this.#report(ended)
    this.#progress()
    const observation = this.#robot.notice()
    if (observation !== undefined) this.#say({ kind: 'facts', observation })
    if (this.#now - this.#beatAt >= this.#hello.heartbeatMs / 2) this.#beat()
  }

  take(): readonly DriverMessage[] {
    return this.#out.splice(0)
  }

  get #silent(): boolean {
    return this.#now - this.#heard.at > this.#hello.heartbeatMs
  }

  /** The session begins anew: ids count from 1, what an earlier host began is stopped. Permits stay used. */
  #greet({ rpc, session, contract }: Extract<HostMessage, { kind: 'hello' }>): void {
    const { major } = this.#hello.contract
    if (contract.major !== major)
      return this.#refuse(rpc, 'contract', `this driver speaks version ${major} of the contract`)
    if (session !== this.#session) {
      this.#robot.stop()
      this.#running = undefined
      this.#lastId = 0
    }
    this.#session = session
    this.#heard = { n: 0, at: this.#now }
    this.#say({ kind: 'hello', rpc, hello: this.#hello })
  }

  #execute(rpc: number, command: Execute): void {
    const { id, permit, skill, params, deadlineMs } = command
    const refusal = this.#refusalOf(command)
    // what has been seen once is used up, whatever became of it
    this.#lastId = Math.max(this.#lastId, id)
    this.#permits.add(permit)
    if (refusal !== undefined) return this.#refuse(rpc, ...refusal)
    const begun = this.#robot.begin(skill, params)
    if (!begun.ok) return this.#refuse(rpc, 'bad-params', begun.error)
    const limit = Math.min(deadlineMs, this.#offer(skill)?.timeoutMs ?? deadlineMs)
    this.#running = { id, until: this.#now + limit, overdue: false, shown: this.#now }
    this.#say({ kind: 'done', rpc })
  }

  #refusalOf({ id, permit, skill, params, deadlineMs }: Execute): [RefusalCode, string] | undefined {
    if (this.#session === undefined) return ['no-session', 'say hello first']
    if (id <= this.#lastId) return ['repeated-id', `command ${id} or a later one has been seen`]
    if (this.#permits.has(permit)) return ['used-permit', `permit ${permit} has been used`]
    if (this.#safe !== undefined) return ['safe', `the robot is safe (${this.#safe}): reset it first`]
    if (!(deadlineMs > 0)) return ['expired', 'the deadline has passed']
    if (this.#running !== undefined) return ['busy', `command ${this.#running.id} runs`]
    // what an earlier session began has been stopped, and may not stand yet
    if (this.#robot.fraction !== undefined) return ['busy', 'the robot does not stand yet']
    const offer = this.#offer(skill)
    if (offer === undefined) return ['unknown-skill', `this robot has no skill ${skill}`]
    const given = Object.keys(params)
    const wrong = given.find((name) => !offer.params.includes(name))
    const missing = offer.params.find((name) => !given.includes(name))
    if (wrong !== undefined) return ['bad-params', `${skill} knows no ${wrong}`]
    if (missing !== undefined) return ['bad-params', `${skill} needs ${missing}`]
    return undefined
  }

  #offer(skill: string): SkillOffer | undefined {
    return this.#hello.skills.find(({ name }) => name === skill)
  }

  #reset(rpc: number): void {
    if (this.#session === undefined) return this.#refuse(rpc, 'no-session', 'say hello first')
    if (this.#silent) return this.#refuse(rpc, 'failed', 'no heartbeat is heard')
    if (this.#robot.moving || this.#running !== undefined)
      return this.#refuse(rpc, 'failed', 'the robot does not stand yet')
    this.#safe = undefined
    this.#say({ kind: 'done', rpc })
  }

  #makeSafe(why: NonNullable<DriverBeat['why']>): void {
    this.#safe = why
    this.#robot.stop()
  }

  #watchDeadline(): void {
    const running = this.#running
    if (running === undefined || running.overdue || this.#now < running.until) return
    running.overdue = true
    this.#robot.stop()
  }

  #report({ status, reason }: Pick<CommandResult, 'status' | 'reason'>): void {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    const late = running.overdue && status === 'stopped'
    const result: CommandResult = late
      ? { id: running.id, status: 'failed', reason: 'it took longer than its deadline' }
      : { id: running.id, status, ...(reason === undefined ? {} : { reason }) }
    this.#say({ kind: 'result', result })
  }

  #progress(): void {
    const { fraction } = this.#robot
    if (this.#running === undefined || fraction === undefined) return
    if (this.#now - this.#running.shown < PROGRESS_MS) return
    this.#running.shown = this.#now
    this.#say({ kind: 'progress', progress: { id: this.#running.id, fraction } })
  }

  #beat(): void {
    this.#beatAt = this.#now
    const beat: DriverBeat = {
      heard: this.#heard.n,
      moving: this.#robot.moving,
      safe: this.#safe !== undefined,
    }
    this.#say({ kind: 'heartbeat', beat: this.#safe === undefined ? beat : { ...beat, why: this.#safe } })
  }

  #refuse(rpc: number, code: RefusalCode, text: string): void {
    this.#say({ kind: 'refused', rpc, code, text })
  }

  /** A host that takes nothing away loses the oldest progress first; answers and results are never dropped. */
  #say(message: DriverMessage): void {
    this.#out.push(message)
    if (this.#out.length <= MOST_WAITING) return
    const old = this.#out.findIndex(
      ({ kind }) => kind === 'progress' || kind === 'heartbeat' || kind === 'facts',
    )
    if (old >= 0) this.#out.splice(old, 1)
  }
}

interface Running {
  readonly id: number
  readonly until: number
  overdue: boolean
  shown: number
}

/** how often progress is shown, ms */
const PROGRESS_MS = 500
const MOST_WAITING = 2_000
