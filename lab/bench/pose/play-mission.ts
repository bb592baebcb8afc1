import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import type { ByteStream } from '#link/byte-stream.js'
import type { Odometry } from '#link/messages.gen.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { fieldOutcome, score, type FieldOutcome } from '#learning/field-score.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { playOut } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { GroundName } from '#simulation/field/world/ground/ground.js'
import type { World } from '#simulation/field/world/world.js'
import { nonZeroWord, virtualConnection } from '#app/connections/virtual-connection.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'

export interface Mission {
  readonly setup: FieldSetup
  readonly tree: TreeDoc
  readonly seed: number
  readonly ground: GroundName
  readonly faults: 'none' | 'nominal'
  readonly library: NodeLibrary
}

/** How wrong the robot is about where it is. */
export interface PoseError {
  /** metres */
  readonly place: number
  /** radians */
  readonly heading: number
}

export interface Played {
  /** sampled at 10 Hz while the robot moved */
  readonly errors: readonly PoseError[]
  /** where the mission ended */
  readonly last: PoseError
  readonly points: number
  /** by the referee, who sees the world */
  readonly outcome: FieldOutcome
  readonly seconds: number
}

/** What is between the mission and its robot. */
export interface Cable {
  /** by default the shipped one */
  readonly firmware?: Uint8Array
  readonly around?: (stream: ByteStream) => ByteStream
  readonly onOdometry?: (odometry: Odometry) => void
}

/** Plays a mission by the product's own loop, and compares belief with truth on the way. Same mission, same figures. */
export async function playMission(mission: Mission, cable: Cable = {}): Promise<Played> {
  const { setup, seed, faults, ground } = mission
  let world: World | undefined
  const body = virtualConnection({
    setup,
    wasm: cable.firmware ?? wasm,
    seed,
    episode: 1,
    faults,
    ground,
    wrapCamera: (opened, camera) => {
      world = opened
      return camera
    },
  })
  try {
    return await playOn(mission, cable, body, () => (world as World).scene().robot.pose)
  } finally {
    body.close()
  }
}

async function playOn(
  { setup, tree, seed, library }: Mission,
  { around = (stream) => stream, onOdometry }: Cable,
  body: RobotConnection,
  truth: () => Pose,
): Promise<Played> {
  const samples: PoseError[] = []
  const parts = prepareEpisode({
    episode: 1,
    doc: tree,
    map: setup.map,
    library,
    body: sampled({ ...body, stream: around(body.stream) }, () => {
      const { pose, moving } = parts.robot.state().robot
      if (moving && Number.isFinite(pose.x)) samples.push(errorOf(pose, truth()))
    }),
    critic: SILENT,
    before: [],
    sessionId: nonZeroWord(stream(seed, setup.map.id, 'session').next()),
    armedBy: 'the bench',
    control: UNATTENDED,
    journal: () => undefined,
    ...(onOdometry && { onOdometry }),
  })
  const { seconds, facts } = must(await playOut(parts), 'an episode that starts')
  const outcome = fieldOutcome(facts)
  const last = errorOf(parts.robot.state().robot.pose, truth())
  return { errors: samples, last, points: score(outcome).total, outcome, seconds }
}

const wasm = must(readFirmware(), 'the shipped firmware')
const SILENT = silentCritic({ c: 1, summary: '', model: 'silent stand-in' })

/** One sample in so many milliseconds. */
const SAMPLE_MS = 100

/** The same robot; somebody looks at it ten times a second. */
function sampled(body: RobotConnection, look: () => void): RobotConnection {
  let due = 0
  return {
    ...body,
    pace: async (period) => {
      await body.pace(period)
      if (body.clock.now() < due) return
      due = body.clock.now() + SAMPLE_MS
      look()
    },
  }
}

const errorOf = (believed: Pose, real: Pose): PoseError => ({
  place: Math.hypot(believed.x - real.x, believed.y - real.y),
  heading: Math.abs(Math.atan2(Math.sin(believed.theta - real.theta), Math.cos(believed.theta - real.theta))),
})
