import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { createVirtualRobot, type VirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import type { FieldMap } from '#base/field-map.js'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import type { TickStatus } from '#bt/status.js'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { LinkSession } from '#link/link-session.js'
import type { Message } from '#link/messages.gen.js'
import { WireObserver } from '#link/wire-observer.js'
import type { Feedback } from '#robots/skills/host.js'
import type { GateRefusal } from '#robots/gate.js'
import type { TraceEvent } from '#bt/trace.js'
import { createRobot, type FieldRobot, type RobotOptions } from '#robots/field/field-robot.js'
import type { FaceReader } from '#robots/field/skills/host.js'
import type { Plant } from '#simulation/field/plant.js'
import type { Drift } from '#twin/field/observation.js'

const wasm = must(readFirmware(), 'shipped firmware')
const missions = new URL('../../../bt/', import.meta.url)
const read = (name: string): string => readFileSync(fileURLToPath(new URL(name, missions)), 'utf8')
export const library = new NodeLibrary(must(readNodesModel(read('nodes.xml'), 'nodes.xml'), 'nodes.xml'))

export const mission = (name: string): TreeDoc =>
  must(parseTree(read(name), { file: name, library, load: read }), name)

/** A tree around the given XML, with the shipped subtrees at hand. */
export function treeOf(body: string): TreeDoc {
  const text =
    '<root BTCPP_format="4" main_tree_to_execute="Test"><include path="subtrees.xml"/>' +
    `<BehaviorTree ID="Test">${body}</BehaviorTree></root>`
  const parsed = parseTree(text, { file: 'test.xml', library, load: read })
  if (parsed.ok) return parsed.value
  throw new Error(parsed.error.map(formatDiagnostic).join('\n'))
}

/** Who else wants to know. */
export interface Listeners {
  readonly onDrifts?: RobotOptions['onDrifts']
  readonly onTransition?: (event: TraceEvent) => void
}

/** The whole reflex loop on the real firmware in virtual time, with a witness on the wire. */
export class Rig<P extends Plant = Plant> {
  readonly clock = new VirtualClock()
  readonly plant: P
  readonly session: LinkSession
  readonly robot: FieldRobot
  readonly refusals: GateRefusal[] = []
  readonly feedback: Feedback[] = []
  readonly drifts: Drift[] = []
  /** everything that the host has sent, as the schema reads it */
  readonly sent: Message[] = []
  readonly #virtual: VirtualRobot
  readonly #witness = new WireObserver()
  readonly #listeners: Listeners

  constructor(
    map: FieldMap,
    plant: P,
    faceReader: FaceReader = { read: () => ({ state: 'pending' }) },
    listeners: Listeners = {},
  ) {
    this.#listeners = listeners
    this.plant = plant
    this.#virtual = createVirtualRobot({ wasm, plant, bootNonce: 7 })
    this.session = new LinkSession({ clock: this.clock, sessionId: 0x1234 })
    this.robot = createRobot({
      map,
      session: this.session,
      clock: this.clock,
      faceReader,
      onRefusal: (refusal) => this.refusals.push(refusal),
      onFeedback: (feedback) => this.feedback.push(feedback),
      onDrifts: (drifts, now) => {
        this.drifts.push(...drifts)
        listeners.onDrifts?.(drifts, now)
      },
    })
  }

  /** Until the robot is armed. */
  armed(): this {
    this.robot.arm()
    for (let i = 0; i < 100 && this.robot.armState().kind === 'arming'; i++) this.period()
    return this
  }

  tree(doc: TreeDoc): Tree {
    const registry = new NodeRegistry(library)
    this.robot.install(registry)
    const { onTransition } = this.#listeners
    const options = { clock: this.clock, ...(onTransition !== undefined && { onTransition }) }
    return must(createTree(doc, registry, options), 'a valid tree')
  }

  /** One reflex period of 20 ms. */
  period(tick: () => void = () => undefined): void {
    const { session, robot } = this
    session.allowHeartbeat()
    session.feed(this.#virtual.stream.read())
    robot.observe()
    tick()
    session.poll()
    const bytes = session.takeBytes()
    this.sent.push(...this.#witness.observe('toFirmware', bytes).map(({ message }) => message))
    this.#virtual.stream.write(bytes)
    this.#virtual.advance(20)
    this.clock.advance(20)
  }

  /** Runs a tree to its end. `during` is called before each tick with the seconds since the first one. */
  run(
    doc: TreeDoc,
    during: (seconds: number) => void = () => undefined,
    limit = 200,
  ): { readonly status: TickStatus; readonly seconds: number } {
    const tree = this.tree(doc)
    const begin = this.clock.now()
    let status: TickStatus = 'RUNNING'
    const seconds = (): number => (this.clock.now() - begin) / 1000
    while (status === 'RUNNING' && seconds() < limit) {
      this.period(() => {
        during(seconds())
        status = tree.tick()
      })
    }
    return { status, seconds: seconds() }
  }

  /** How often each kind of actuation went out, retries of a frame not counted. */
  commands(): Readonly<Record<string, number>> {
    const ids = new Map<number, string>()
    for (const message of this.sent) if ('cmdId' in message) ids.set(message.cmdId, message.kind)
    const counts: Record<string, number> = {}
    for (const kind of ids.values()) counts[kind] = (counts[kind] ?? 0) + 1
    return counts
  }
}
