import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { createVirtualRobot } from '#simulation/firmware/virtual-robot.js'
import { VirtualClock } from '#base/clock.js'
import type { FieldMap } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { must } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import { parseTree } from '#bt/xml/parse.js'
import { LinkSession } from '#link/link-session.js'
import { tapped } from '#link/tapped-stream.js'
import { needsPermit } from '#link/protocol-checker.js'
import { WireObserver } from '#link/wire-observer.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import type { Frame } from '#learning/ports.js'
import type { RefusalRecord } from '#learning/episode.js'
import { fieldOutcome } from '#learning/field-score.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { createRobot } from '#robots/field/field-robot.js'
import { runEpisode, type EpisodeParts } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { createWorld } from '#simulation/field/world/world.js'
import { FarWitness } from '../../line/support/far-witness.js'
import { ScriptedCritic } from '../../runtime/support/loop.js'
import { PhysicalLaw } from './physical-law.js'

const wasm = must(readFirmware(), 'shipped firmware')
const library = readLibrary()
const include = robotSubtrees(library)

/** How an episode went, told by those who watch the wire and the bodies, and by the gate itself. */
export interface WatchedEpisode {
  readonly endReason: string
  readonly seconds: number
  readonly correct: number
  readonly refusals: readonly RefusalRecord[]
  /** breaches of law 2 on the wire, and motion that no permitted command explains */
  readonly unpermitted: readonly string[]
  /** what no robot may do, done */
  readonly offences: readonly string[]
  readonly seen: PhysicalLaw['seen']
  /** actuations that the controller was sent */
  readonly actuations: number
}

/** A tree around this body, if the engine would run it at all: what it does not load cannot do harm. */
export function treeAround(body: string, map: FieldMap): TreeDoc | undefined {
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  const parsed = parseTree(text, { file: 'test.xml', library, include })
  if (!parsed.ok) return undefined
  const clock = new VirtualClock()
  const session = new LinkSession({ clock, sessionId: 1 })
  const registry = new NodeRegistry(library)
  createRobot({ map, session, clock, faceReader: { read: () => ({ state: 'pending' }) } }).install(registry)
  return createTree(parsed.value, registry, { clock }).ok ? parsed.value : undefined
}

export interface EpisodeSetting {
  readonly seed: number
  readonly rng: Rng
  readonly faults: keyof typeof FAULT_PROFILES
  readonly incident?: (typeof INCIDENTS)[number]
}

/** What somebody does in the middle of an episode: presses the red button, stops the run, pulls the plug. */
export const INCIDENTS = ['none', 'none', 'none', 'none', 'e-stop', 'e-stop', 'stop', 'plug'] as const

/** One whole episode, of any tree, without asking anybody's consent: real firmware, virtual time, and witnesses. */
export async function playWatched(
  setup: FieldSetup,
  doc: TreeDoc,
  { seed, rng, faults, incident = 'none' }: EpisodeSetting,
): Promise<WatchedEpisode> {
  const clock = new VirtualClock()
  const world = createWorld({ setup, seed, episode: 1, faults: FAULT_PROFILES[faults] })
  const law = new PhysicalLaw(world, setup.map)
  const robot = createVirtualRobot({ wasm, plant: law, bootNonce: nonZeroWord(rng.next()) })
  const witness = new FarWitness()
  const observer = new WireObserver()
  let actuations = 0
  const wire = tapped(robot.stream, clock, (direction, bytes) => {
    witness.hear(direction, bytes)
    if (direction === 'toHost') return
    for (const { message } of observer.observe(direction, bytes)) {
      law.hear(message)
      if (needsPermit(message)) actuations++
    }
  })
  const at = 3_000 + rng.int(60_000)
  const arrived: Uint8Array[] = []
  const live = (milliseconds: number): void => {
    for (let i = 0; i < milliseconds; i++) {
      robot.advance(1)
      // the witnesses hear the controller at once, not only when the host reads
      arrived.push(wire.read())
      clock.advance(1)
      witness.look(robot.drive, clock.now())
      if (clock.now() === at && incident === 'e-stop') law.pressEstop(true)
      if (clock.now() === at + 700 && incident === 'e-stop') law.pressEstop(false)
      if (clock.now() === at && incident === 'plug') robot.unplug()
    }
  }
  const body: RobotConnection = {
    stream: {
      get open() {
        return wire.open
      },
      write: (bytes) => wire.write(bytes),
      read: () => new Uint8Array(Buffer.concat(arrived.splice(0))),
      close: () => wire.close(),
    },
    camera: { model: MAST_CAMERA, capture: () => Promise.resolve(NOTHING_SEEN) },
    clock,
    virtual: true,
    pace: (period: Ms) => Promise.resolve(live(period)),
    outcome: () => world.outcome(),
    close: () => robot.unplug(),
  }
  const parts: EpisodeParts = prepareEpisode({
    episode: 1,
    doc,
    map: setup.map,
    library,
    body,
    critic: new ScriptedCritic(),
    before: [],
    sessionId: nonZeroWord(rng.next()),
    armedBy: 'the test',
    control: {
      ...UNATTENDED,
      stopRequested: () =>
        (incident === 'stop' && clock.now() >= at) ||
        parts.refusals.length >= PATIENCE ||
        parts.trace.events.length >= LONG_TRACE,
    },
    journal: () => undefined,
  })
  const episode = runEpisode(parts)
  let step = await episode.next()
  while (step.done !== true) step = await episode.next()
  const { endReason, seconds, facts } = must(step.value, 'an episode that starts')
  // the runtime is gone: whatever still moves now, moves by itself
  live(3_000)
  body.close()
  return {
    endReason,
    seconds,
    correct: fieldOutcome(facts).correct,
    refusals: parts.refusals,
    unpermitted: [
      ...witness.breaches.map((breach) => JSON.stringify(breach)),
      ...witness.lawless.map((t) => `${t} ms: motion that no permitted command explains`),
      ...(clock.now() - witness.lastMotion < 500 ? ['still moving after the end'] : []),
    ],
    offences: law.offences,
    seen: law.seen,
    actuations,
  }
}

/** refusals after which somebody ends the episode: a tree that only knocks at the gate has shown what it can */
const PATIENCE = 1_000
/** events of the trace after which somebody ends it, for the runtime looks through all of them at every turn */
const LONG_TRACE = 20_000

/** nobody looks at pictures here */
const NOTHING_SEEN: Frame = { id: 'f0000', t: 0 as Ms, width: 1, height: 1, rgb: Buffer.alloc(3) }
