import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { DriverMessage, HostMessage, Observation } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { FactEstimator, type Sensing } from '#robots/driver/fact-estimator.js'
import { SkillExecutor } from '#robots/driver/skill-executor.js'
import type { StepJudge } from '#robots/driver/step-judge.js'
import type { Progress } from '#robots/skills/host.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { ScriptedPeer, TICK } from '../../drivers/support/rig.js'
import { SIM_OFFER } from '../../drivers/support/sim-body.js'

export const WORLD = `
domain: cart
text: a cart between a dock and a table
types: { place: [dock, table, sofa] }
state:
  at: { is: place, start: dock }
  mug: { is: place, start: table }
  lamp: { is: bool, start: false }
skills:
  Go: { text: go, ports: { place: place }, checks: [], effect: ['at := ?place', 'lamp := true'], expected: [at = ?place] }
`
const TASK = 'task: t\ntext: t\ngoals: [at = table]\nnever: [mug = sofa]\n'

export function cart(text = WORLD) {
  const world = must(parseDomainText(text, 'world.yaml'), 'world')
  return withTask(world, must(loadTask(TASK, 'task.yaml', world), 'task'))
}
/** no sensor is there for the lamp */
export const SENSING: Sensing = {
  shows: (fact) => fact !== 'lamp',
  lag: (fact) => ms(fact === 'mug' ? 3000 : 500),
  trusts: ({ confidence, ageMs }) => confidence > 0.5 && ageMs < 5000,
  sourceOf: () => 'sensor',
  pictures: () => false,
}
export const NOBODY = { sighted: () => undefined, surprised: () => undefined }
export const seen = (facts: Readonly<Record<string, string | boolean>>) => ({
  facts: Object.entries(facts).map(([fact, value]) => ({ fact, value, confidence: 1, ageMs: 0 })),
})

export type Observer = (at: string) => Observation

interface CartParts {
  /** by default the cart's own */
  readonly world?: string
  readonly sensing?: Sensing
  readonly judge?: (domain: TaskDomain) => StepJudge
}

/** A cart whose camera answers late with what it saw when it was asked; asked nothing, it says nothing. */
export class SlowCart {
  readonly clock = new VirtualClock()
  readonly #late: { readonly at: number; readonly message: DriverMessage }[] = []
  readonly #peer = new ScriptedPeer((message) => this.#answer(message))
  readonly line: DriverLine
  readonly estimator: FactEstimator
  readonly executor: SkillExecutor
  readonly #latencyMs: number
  readonly #arrives: number
  readonly #said: Observer
  /** how the driver says that its skill ended */
  status: 'ok' | 'failed' = 'ok'
  #moving = false
  #heard = 0

  /**
   * @param arrives when the cart is at the table, ms
   * @param said what it says of what it sees
   */
  constructor(
    latencyMs: number,
    arrives: number,
    said: Observer = (at) => seen({ at }),
    { world = WORLD, sensing = SENSING, judge }: CartParts = {},
  ) {
    this.#said = said
    this.#latencyMs = latencyMs
    this.#arrives = arrives
    const domain = cart(world)
    this.line = new DriverLine(new DriverSession({ clock: this.clock, peer: this.#peer, session: 's' }))
    this.estimator = new FactEstimator(domain, sensing, NOBODY)
    const { line, estimator } = this
    const timeLimit = () => ms(20_000)
    this.executor = new SkillExecutor({
      domain,
      line,
      estimator,
      timeLimit,
      onRefusal: () => undefined,
      ...(judge && { judge: judge(domain) }),
    })
    for (let turn = 0; turn < 3; turn++) this.turn()
    this.line.reset()
    this.turn()
    const [go] = must(domain.intend({ skill: 'Go', args: { place: 'table' } }, domain.initial), 'go')
    if (go === undefined) throw new Error('no command')
    must(this.executor.begin(go, this.clock.now(), '/'), 'begin')
  }

  /** How its step ends. */
  end(): Progress {
    for (;;) {
      const progress = this.executor.progress(this.clock.now())
      if (progress.kind !== 'running') return progress
      this.turn()
    }
  }

  turn(): void {
    this.clock.advance(TICK)
    this.line.allowHeartbeat()
    const now = this.clock.now()
    if (now % 80 === 0) this.#peer.say(this.#beat())
    while ((this.#late[0]?.at ?? Infinity) <= now)
      this.#peer.say(...this.#late.splice(0, 1).map(({ message }) => message))
    if (this.#moving && now >= this.#arrives) {
      this.#moving = false
      this.#peer.say({ kind: 'result', result: { id: 1, status: this.status } }, this.#beat())
    }
    this.line.receive()
    for (const observation of this.line.takeObservations())
      this.estimator.observe(observation, now, this.executor.running)
    if (now % 500 === 0) this.line.observe()
  }

  #beat(): DriverMessage {
    return { kind: 'heartbeat', beat: { heard: this.#heard, moving: this.#moving, safe: false } }
  }

  #answer(message: HostMessage): readonly DriverMessage[] {
    if (message.kind === 'heartbeat') {
      this.#heard = message.n
      return []
    }
    const { rpc } = message
    if (message.kind === 'hello')
      return [{ kind: 'hello', rpc, hello: { ...SIM_OFFER, boot: 'b', contract: { major: 1, minor: 0 } } }]
    if (message.kind === 'observe') {
      const at = this.clock.now() >= this.#arrives ? 'table' : 'dock'
      const observed = { kind: 'observed', rpc, observation: this.#said(at) } as const
      this.#late.push({ at: this.clock.now() + this.#latencyMs, message: observed })
      return []
    }
    if (message.kind === 'execute') this.#moving = true
    return [{ kind: 'done', rpc }, this.#beat()]
  }
}
