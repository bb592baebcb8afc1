import { must } from '#base/result.js'
import { virtualConnection } from '#app/connections/virtual-connection.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { playOut, type EpisodeEnd } from '#runtime/episode.js'
import { prepareEpisode, type FieldEpisode } from '#runtime/field/prepare.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import type { RunEvent } from '#runtime/run-event.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { ObstaclePlan } from '#simulation/field/world/obstacles/obstacles.js'
import type { TimedFault } from '#simulation/field/world/sensors/virtual-scanner.js'
import type { World } from '#simulation/field/world/world.js'

/** One episode of the virtual robot with its laser scanner, on the floor on which wheels slip. */
export interface FloorEpisode {
  readonly setup: FieldSetup
  readonly library: NodeLibrary
  /** what its tree consists of: XML */
  readonly nodes: string
  readonly seed: number
  readonly obstacles?: ObstaclePlan
  readonly scannerFault?: TimedFault | undefined
  /** whether it looks where it goes (default: yes) */
  readonly looks?: boolean
  /** of the link (default: 7) */
  readonly sessionId?: number
  /** what is between the runtime and its robot */
  readonly around?: (body: RobotConnection) => RobotConnection
  /** after each turn of the loop, ms since the robot was switched on */
  readonly onTurn?: (ms: number, now: Played) => void
  readonly listen?: (event: RunEvent) => void
}

/** What an episode is made of, and the world that only a bench sees. */
export interface Played {
  readonly parts: FieldEpisode
  readonly world: World
}

/** Plays it by the product's own loop. Same episode, same end. */
export async function playOnFloor(episode: FloorEpisode): Promise<Played & { readonly end: EpisodeEnd }> {
  const { setup, library, nodes, seed, obstacles, scannerFault, looks = true, sessionId = 7 } = episode
  const { around = (same) => same, onTurn, listen } = episode
  let world: World | undefined
  const body = virtualConnection({
    ...{ setup, wasm, seed, episode: 1, faults: 'none', ground: 'floor', scanner: 'ld19' },
    ...(obstacles && { obstacles }),
    scannerFault,
    wrapCamera: (opened, camera) => ((world = opened), camera),
  })
  if (world === undefined) throw new Error('a virtual robot without a camera')
  const played = { world, parts: undefined as FieldEpisode | undefined }
  const paced = around({
    ...body,
    pace: async (period) => {
      await body.pace(period)
      onTurn?.(body.clock.now(), played as Played)
    },
  })
  const xml = `<root BTCPP_format="4"><BehaviorTree ID="T">${nodes}</BehaviorTree></root>`
  const parts = prepareEpisode({
    ...{ episode: 1, map: setup.map, library, body: paced, before: [], sessionId, armedBy: 'the bench' },
    doc: must(parseTree(xml, { file: 'a tree of a bench', library }), 'a tree of a bench'),
    critic: silentCritic({ c: 1, summary: '', model: 'silent stand-in' }),
    control: UNATTENDED,
    journal: () => undefined,
    monitorsObstacles: looks,
    listen: (event) => listen?.(event),
  })
  played.parts = parts
  try {
    const end = must(await playOut(parts), 'an episode that starts')
    return { parts, world, end }
  } finally {
    body.close()
  }
}

const wasm = must(readFirmware(), 'the shipped firmware')
