import type { Evidence } from '#learning/field/critic/evidence.js'
import { createVirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import { must, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { Tree } from '#bt/engine/tree.js'
import type { StepEvent } from '#learning/events.js'
import type { JournalEntry } from '#link/wire-command.js'
import { WireObserver } from '#link/wire-observer.js'
import type { ByteStream } from '#link/byte-stream.js'
import type { Message } from '#link/messages.gen.js'
import { tapped } from '#link/tapped-stream.js'
import type { Critic } from '#learning/critic/critic.js'
import type { Frame } from '#learning/ports.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { runEpisode, type EpisodeEnd, type EpisodeParts } from '#runtime/episode.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { Condition } from '#robots/robot.js'
import { sensedOutcome } from '#runtime/field/sensed-outcome.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { wasm } from '../../firmware/support/bench.js'
import { FarWitness } from '../../line/support/far-witness.js'
import { FieldPlant } from '../../robots/support/field-plant.js'
import { benchmarkMap as map } from '../../simulation/support/field.js'
import { library, ScriptedCritic, treeOf } from './loop.js'

export interface Heard {
  /** ms of the controller's time */
  readonly t: number
  readonly message: Message
}

/**
 * A robot that the runtime takes for a real one (`virtual: false`): its time goes on while somebody thinks. Time is
 * virtual all the same, so that the tests are exact. The witness stands at the controller's end of the cable.
 */
export class AttendedBody implements RobotConnection {
  readonly clock = new VirtualClock()
  readonly plant = new FieldPlant(map)
  readonly witness = new FarWitness()
  /** what the controller heard, and when */
  readonly heard: Heard[] = []
  readonly virtual = false
  readonly camera = { model: MAST_CAMERA, capture: () => Promise.resolve(FRAME) }
  closedAt: number | undefined
  readonly #controller = createVirtualRobot({ wasm, plant: this.plant, bootNonce: 7 })
  readonly #observer = new WireObserver()
  #agenda: { readonly at: number; readonly act: () => void }[] = []

  readonly #far = tapped(this.#controller.stream, this.clock, (direction, bytes) => {
    this.witness.hear(direction, bytes)
    if (direction === 'toHost') return
    for (const { message } of this.#observer.observe(direction, bytes))
      this.heard.push({ t: this.clock.now(), message })
  })
  #received: Uint8Array[] = []

  /** Bytes come in while the runtime does something else, as with a real port. */
  readonly stream: ByteStream = {
    write: (bytes) => this.#far.write(bytes),
    read: () => Buffer.concat(this.#received.splice(0)),
    open: true,
    close: () => this.#far.close(),
  }

  pace(period: Ms): Promise<void> {
    this.pass(period)
    return Promise.resolve()
  }

  /** The world and the controller go on; the runtime sees nothing of it. */
  pass(ms: number): void {
    for (let i = 0; i < ms; i++) {
      this.#controller.advance(1)
      this.clock.advance(1)
      this.#received.push(this.#far.read())
      this.witness.look(this.#controller.drive, this.clock.now())
      const due = this.#agenda.filter(({ at }) => at <= this.clock.now())
      this.#agenda = this.#agenda.filter(({ at }) => at > this.clock.now())
      for (const { act } of due) act()
    }
  }

  /** Does something at a moment of the robot's time. */
  at(ms: number, act: () => void): void {
    this.#agenda.push({ at: ms, act })
  }

  /** Resolves after so many milliseconds of the robot's time. */
  after<T>(ms: number, value: T): Promise<T> {
    return new Promise((resolve) => this.at(this.clock.now() + ms, () => resolve(value)))
  }

  unplug(): void {
    this.#controller.unplug()
  }

  outcome: RobotConnection['outcome'] = (world, seen) => sensedOutcome(map, world, seen)

  close(): void {
    this.closedAt = this.clock.now()
    this.#controller.unplug()
  }

  times(kind: Message['kind']): readonly number[] {
    return this.heard.filter(({ message }) => message.kind === kind).map(({ t }) => t)
  }

  /** The longest time without a heartbeat, from the first one on, ms. */
  get longestSilence(): number {
    const beats = this.times('heartbeat')
    return Math.max(...beats.map((t, i) => (beats[i + 1] ?? this.closedAt ?? this.clock.now()) - t))
  }
}

export interface AttendedOptions {
  readonly tree?: string
  readonly critic?: (body: AttendedBody) => Critic<Evidence>
  readonly mayMove?: EpisodeParts['control']['mayMove']
  readonly stopRequested?: (body: AttendedBody) => boolean
  readonly held?: (body: AttendedBody) => boolean
  readonly stands?: () => void
  readonly body?: AttendedBody
  readonly onStep?: (step: StepEvent) => void
  /** called in each tick before the tree is ticked */
  readonly inTick?: (body: AttendedBody) => void
  /** what the robot says of itself, in the place of what it is */
  readonly condition?: (is: Condition, body: AttendedBody) => Condition
  readonly timing?: Timing
  /** the clock on the wall, where the body's is another */
  readonly wall?: (body: AttendedBody) => number
}

export interface Attended {
  readonly body: AttendedBody
  readonly parts: EpisodeParts
  readonly steps: readonly StepEvent[]
  readonly journal: readonly JournalEntry[]
  readonly modes: readonly string[]
  readonly end: Result<EpisodeEnd, BringUpFailure>
}

/** One episode on such a robot; its link is closed when it is over, as `run` does. */
export async function attended(options: AttendedOptions = {}): Promise<Attended> {
  const body = options.body ?? new AttendedBody()
  const { timing, wall } = options
  const journal: JournalEntry[] = []
  const modes: string[] = []
  const made = prepareEpisode({
    episode: 1,
    doc: treeOf(options.tree ?? '<Sequence><MoveToZone zone="3"/><MoveToHome/></Sequence>'),
    map,
    library,
    body: wall === undefined ? body : walled(body, () => wall(body)),
    ...(timing && { timing }),
    critic: options.critic?.(body) ?? new ScriptedCritic(),
    before: [],
    sessionId: 77,
    armedBy: 'the test',
    control: {
      mayMove: options.mayMove ?? (() => Promise.resolve(true)),
      stopRequested: () => options.stopRequested?.(body) ?? false,
      held: () => options.held?.(body) ?? false,
    },
    journal: (entry) => journal.push(entry),
    listen: (event) => {
      if (event.kind === 'mode') modes.push(event.change.to)
      if (event.kind === 'standing') options.stands?.()
    },
  })
  const { condition } = options
  if (condition !== undefined) {
    const own = made.robot.condition.bind(made.robot)
    made.robot.condition = () => condition(own(), body)
  }
  const parts = { ...made, tree: interposed(made.tree, () => options.inTick?.(body)) }
  const steps: StepEvent[] = []
  const episode = runEpisode(parts)
  try {
    let step = await episode.next()
    while (step.done !== true) {
      steps.push(step.value)
      options.onStep?.(step.value)
      step = await episode.next()
    }
    return { body, parts, steps, journal, modes, end: step.value }
  } finally {
    await episode.return(undefined as never)
    body.close()
  }
}

/** The same body, and a wall clock of its own. */
const walled = (body: AttendedBody, wall: () => number): RobotConnection => ({
  wall,
  stream: body.stream,
  camera: body.camera,
  clock: body.clock,
  virtual: body.virtual,
  pace: (period) => body.pace(period),
  outcome: body.outcome,
  close: () => body.close(),
})

export const ended = (episode: Attended): EpisodeEnd => must(episode.end, 'an episode that starts')

/** The same tree for the runtime, with something that happens in its ticks. */
const interposed = (tree: Tree, inTick: () => void): Tree =>
  ({
    tick: () => {
      inTick()
      return tree.tick()
    },
    halt: () => tree.halt(),
  }) as Tree

/** nobody looks at pictures here */
const FRAME: Frame = { id: 'f0000', t: 0 as Ms, width: 1, height: 1, rgb: Buffer.alloc(3) }
