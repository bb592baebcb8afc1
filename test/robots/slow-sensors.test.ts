import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { DriverMessage, HostMessage, Observation } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import { FactEstimator, type Sensing } from '#robots/driver/fact-estimator.js'
import { SkillExecutor } from '#robots/driver/skill-executor.js'
import type { Progress } from '#robots/skills/host.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadTask } from '#worlds/task/load-task.js'
import { withTask } from '#worlds/task/with-task.js'
import { ScriptedPeer, TICK } from '../drivers/support/rig.js'
import { SIM_OFFER } from '../drivers/support/sim-body.js'

const WORLD = `
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

function cart(text = WORLD) {
  const world = must(parseDomainText(text, 'world.yaml'), 'world')
  return withTask(world, must(loadTask(TASK, 'task.yaml', world), 'task'))
}
/** no sensor is there for the lamp */
const SENSING: Sensing = {
  shows: (fact) => fact !== 'lamp',
  lag: (fact) => ms(fact === 'mug' ? 3000 : 500),
  trusts: ({ confidence, ageMs }) => confidence > 0.5 && ageMs < 5000,
}
const NOBODY = { sighted: () => undefined, surprised: () => undefined }
const seen = (facts: Readonly<Record<string, string | boolean>>) => ({
  facts: Object.entries(facts).map(([fact, value]) => ({ fact, value, confidence: 1, ageMs: 0 })),
})

describe('what is believed after a skill', () => {
  const running = () => {
    const domain = cart()
    const estimator = new FactEstimator(domain, SENSING, NOBODY)
    const before = estimator.belief.facts
    const [go] = must(domain.intend({ skill: 'Go', args: { place: 'table' } }, before), 'go')
    if (go === undefined) throw new Error('no command')
    const { outcomes } = must(domain.judge(before, go), 'verdict')
    return { estimator, command: { begun: ms(0), before, outcomes, sees: [] } }
  }

  it('what was seen while it ran stays believed, and so does a broken constraint', () => {
    const { estimator, command } = running()
    estimator.observe(seen({ mug: 'sofa' }), ms(100), command)
    const since = estimator.observations
    estimator.observe(seen({ at: 'table' }), ms(200), command)
    estimator.conclude(command, since, true)
    expect(Object.fromEntries(estimator.belief.facts)).toMatchObject({
      at: 'table',
      mug: 'sofa',
      lamp: true,
      'never#0': true,
    })
  })

  it('a fact that the skill does not decide cannot hide what it does', () => {
    const { estimator, command } = running()
    estimator.observe(seen({ at: 'table', mug: 'dock' }), ms(200), command)
    estimator.conclude(command, 0, true)
    expect(Object.fromEntries(estimator.belief.facts)).toMatchObject({ mug: 'dock', lamp: true })
  })

  it('a skill that the sensors contradict has done nothing', () => {
    const { estimator, command } = running()
    estimator.observe(seen({ at: 'sofa' }), ms(200), command)
    estimator.conclude(command, 0, true)
    expect(Object.fromEntries(estimator.belief.facts)).toMatchObject({ at: 'sofa', lamp: false })
  })
})

const unsure = { facts: [{ fact: 'at', value: 'table', confidence: 0.1, ageMs: 0 }] }
/** believed by the robot file, and yet older than the whole episode */
const old = (at: string) => ({ facts: [{ fact: 'at', value: at, confidence: 1, ageMs: 4900 }] })

type Observer = (at: string) => Observation

/** A cart whose camera answers late with what it saw when it was asked; asked nothing, it says nothing. */
class SlowCart {
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
   * @param world by default the cart's own
   */
  constructor(latencyMs: number, arrives: number, said: Observer = (at) => seen({ at }), world = WORLD) {
    this.#said = said
    this.#latencyMs = latencyMs
    this.#arrives = arrives
    const domain = cart(world)
    this.line = new DriverLine(new DriverSession({ clock: this.clock, peer: this.#peer, session: 's' }))
    this.estimator = new FactEstimator(domain, SENSING, NOBODY)
    const { line, estimator } = this
    const timeLimit = () => ms(20_000)
    this.executor = new SkillExecutor({ domain, line, estimator, timeLimit, onRefusal: () => undefined })
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

describe('a driver whose sensors are slow', () => {
  it.each([0, 60, 200, 300, 450, 520, 900])(
    'answers after %d ms: a skill that has done what it should is a success, whenever it ends',
    (latencyMs) => {
      for (let offset = 0; offset < 500; offset += TICK) {
        const robot = new SlowCart(latencyMs, 1000 + offset)
        expect(robot.end()).toEqual({ kind: 'done' })
        expect(robot.clock.now()).toBeGreaterThanOrEqual(1000 + offset + latencyMs)
      }
    },
  )

  it.each<[string, Observer]>([
    ['says nothing of what it sees', () => ({ facts: [] })],
    ['says all but what the skill has changed', () => seen({ mug: 'table' })],
    ['says what cannot be', () => seen({ at: 'the moon' })],
    ['is not sure', (at) => ({ facts: [{ fact: 'at', value: at, confidence: 0.2, ageMs: 0 }] })],
    ['shows what it should from before the skill began', () => old('table')],
    ['says what was long ago', (at) => ({ facts: [{ fact: 'at', value: at, confidence: 1, ageMs: 9000 }] })],
  ])('a step counts only with both: the driver says that it is done, and %s', (_, said) => {
    for (const world of [WORLD, WORLD.replace(', expected: [at = ?place]', '')]) {
      const robot = new SlowCart(60, 1000, said, world)
      expect(robot.end()).toMatchObject({
        kind: 'eo_fail',
        text: expect.stringMatching(/was carried out, but the sensors do not show that/) as string,
      })
      expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ at: 'dock', lamp: false })
    }
  })

  it.each<[string, Observer, RegExp]>([
    ['what is shown instead', () => seen({ at: 'sofa' }), /do not show that at = table: at is sofa$/],
    ['what is not shown', () => ({ facts: [] }), /: at was not seen since$/],
    [
      'a name that is none',
      (at) => seen({ a: at }),
      /; a reading is left out: there is no fact "a": known are at, mug, lamp$/,
    ],
    [
      'a value that cannot be',
      () => seen({ at: 'moon' }),
      /a reading is left out: at cannot be "moon": it is one of /,
    ],
    [
      'what is too old',
      () => old('table'),
      /a reading is left out: at = table is older than its command, 4900 ms$/,
    ],
    [
      'two things at once',
      () => ({ facts: [...seen({ at: 'table' }).facts, ...seen({ at: 'sofa' }).facts] }),
      /: at was not seen since; a reading is left out: at is given twice in one answer, with different values$/,
    ],
    [
      'what is not sure',
      () => unsure,
      /a reading is left out: at = table, certain to 0.1, 0 ms old; the robot file /,
    ],
  ])('says %s', (_, said, words) => {
    const end = new SlowCart(60, 1000, said).end()
    expect(end.kind === 'eo_fail' ? end.text : end.kind).toMatch(words)
  })

  it.each([60, 300, 900])(
    'answers after %d ms: a skill that failed ends when what it has left is seen, and that is believed by then',
    (latencyMs) => {
      for (let offset = 0; offset < 500; offset += 5 * TICK) {
        // until it ends it is only known to be under way, as what slips out of a gripper is
        const robot = new SlowCart(latencyMs, 1000 + offset, (at) =>
          seen({ at: at === 'dock' ? 'sofa' : at }),
        )
        robot.status = 'failed'
        expect(robot.end().kind).toBe('exec_fail')
        expect(robot.clock.now()).toBeGreaterThanOrEqual(1000 + offset + latencyMs)
        expect(robot.estimator.belief.facts.get('at')).toBe('table')
      }
    },
  )

  it('one that failed and shows nothing more ends all the same', () => {
    const robot = new SlowCart(60_000, 1000)
    robot.status = 'failed'
    expect(robot.end().kind).toBe('exec_fail')
    expect(robot.clock.now()).toBeLessThanOrEqual(1000 + 2500 + TICK)
  })

  const ELSEWHERE = WORLD.replace('start: table', 'start: dock')
  const MUG = ELSEWHERE.replace("effect: ['at := ?place', ", "effect: ['at := ?place', 'mug := ?place', ")
  const EITHER = ELSEWHERE.replace(
    "effect: ['at := ?place', 'lamp := true']",
    "effect: ['at := ?place'], outcomes: [{ effect: ['mug := ?place', 'lamp := true'] }, { effect: [] }]",
  )
  /** its second camera shows the mug from a later look on, and only what it has before it */
  const twoSensors = (looks: number): Observer => {
    let left = looks
    return (at) => seen(at === 'table' && left-- <= 0 ? { at, mug: at } : { at })
  }

  it.each([0, 1, 4])('waits for the slower of two sensors, %d looks behind the other', (looks) => {
    for (const world of [MUG, EITHER]) {
      const robot = new SlowCart(60, 1000, twoSensors(looks), world)
      expect(robot.end()).toEqual({ kind: 'done' })
      const facts = Object.fromEntries(robot.estimator.belief.facts)
      expect(facts).toMatchObject({ at: 'table', mug: 'table', lamp: true })
    }
  })

  it('waits as long as the robot file says of the sensor, and no longer', () => {
    const robot = new SlowCart(60, 1000, twoSensors(25), MUG)
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(robot.clock.now()).toBeGreaterThan(2500)
    const never = new SlowCart(60, 1000, twoSensors(Infinity), MUG)
    expect(never.end()).toMatchObject({ kind: 'eo_fail' })
    expect(never.clock.now()).toBeGreaterThan(4000)
    expect(never.clock.now()).toBeLessThan(4300)
    const other = new SlowCart(60, 1000, (at) => seen(at === 'table' ? {} : { at }))
    expect(other.end()).toMatchObject({ kind: 'eo_fail' })
    expect(other.clock.now()).toBeLessThan(1800)
  })

  it('takes what nothing has shown for unchanged, where an outcome leaves it as it was', () => {
    const robot = new SlowCart(60, 1000, undefined, EITHER)
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ at: 'table', lamp: false })
  })

  it('has seen what came to be so while the skill ran and is out of sight at its end', () => {
    let looks = 0
    const robot = new SlowCart(60, 1000, (at) => seen(looks++ === 0 ? { mug: 'table' } : { at }), MUG)
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ mug: 'table', lamp: true })
  })

  it('needs no sensor for a fact that nobody knows afterwards', () => {
    const lost = WORLD.replace('skills:', '  key: { is: place, start: dock }\nskills:').replace(
      "effect: ['at",
      "effect: ['key := unknown', 'at",
    )
    const robot = new SlowCart(60, 1000, undefined, lost)
    expect(robot.end()).toEqual({ kind: 'done' })
    expect(Object.fromEntries(robot.estimator.belief.facts)).toMatchObject({ key: '?', lamp: true })
  })
})
