import type { Pose } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { m, rad } from '#base/units.js'
import type { ByteStream } from '#link/byte-stream.js'
import type { Odometry, Telemetry } from '#link/messages.gen.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { fieldOutcome, score, type FieldOutcome } from '#learning/field-score.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { playOut } from '#runtime/episode.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import type { PoseEstimate } from '#localisation/ports.js'
import { squaredDistance } from '#localisation/filter/matrix.js'
import { difference, matrixOf } from '#localisation/filter/pose-covariance.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { GroundName } from '#simulation/field/world/ground/ground.js'
import type { ScannerName } from '#simulation/field/world/sensors/virtual-scanner.js'
import type { World } from '#simulation/field/world/world.js'
import { nonZeroWord, virtualConnection } from '#app/connections/virtual-connection.js'
import { errorOf, TruthTrack, type PoseError } from './truth.js'
import { silentCritic } from '#lab/scripted/silent-critic.js'

export interface Mission {
  readonly setup: FieldSetup
  readonly tree: TreeDoc
  readonly seed: number
  readonly ground: GroundName
  readonly scanner: ScannerName
  readonly faults: 'none' | 'nominal'
  readonly library: NodeLibrary
}

export interface Played {
  /** of what the controller said, against the truth of the moment for which it said it; at 10 Hz while it moved */
  readonly errors: readonly PoseError[]
  /** of the estimate by its own covariance, once in each ten seconds; none by the wheels alone */
  readonly nees: readonly number[]
  /** scans that the filter took, of those that came */
  readonly scans: { readonly accepted: number; readonly all: number }
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
  const { setup, seed, faults, ground, scanner } = mission
  let world: World | undefined
  const body = virtualConnection({
    setup,
    wasm: cable.firmware ?? wasm,
    seed,
    episode: 1,
    faults,
    ground,
    scanner,
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
  mission: Mission,
  { around = (stream) => stream, onOdometry }: Cable,
  body: RobotConnection,
  truth: () => Pose,
): Promise<Played> {
  const { setup, tree, seed, library } = mission
  const track = new TruthTrack()
  const samples: PoseError[] = []
  const nees: number[] = []
  const parts = prepareEpisode({
    episode: 1,
    doc: tree,
    map: setup.map,
    library,
    body: sampled(
      { ...body, stream: around(body.stream) },
      { turn: (now) => track.look(now, truth()), sample },
    ),
    critic: SILENT,
    before: [],
    sessionId: nonZeroWord(stream(seed, setup.map.id, 'session').next()),
    armedBy: 'the bench',
    control: UNATTENDED,
    journal: () => undefined,
    onOdometry,
  })
  function sample(now: number): void {
    const { corrector, session } = parts
    const { telemetry } = session
    if (telemetry === undefined || !parts.robot.state().robot.moving) return
    samples.push(errorOf(poseOf(telemetry), track.at(telemetry.tMs)))
    if (corrector !== undefined && now >= NEES_MS * (nees.length + 1))
      nees.push(neesOf(corrector.estimate, track))
  }
  const { seconds, facts } = must(await playOut(parts), 'an episode that starts')
  const { accepted, scans: all } = parts.corrector?.counters ?? { accepted: 0, scans: 0 }
  const outcome = fieldOutcome(facts)
  return {
    errors: samples,
    nees,
    scans: { accepted, all },
    last: errorOf(parts.robot.state().robot.pose, truth()),
    points: score(outcome).total,
    outcome,
    seconds,
  }
}

/**
 * The squared error of an estimate by its own covariance (normalised estimation error squared): 3 on average where it
 * is as sure as it may be, more where it is too sure.
 */
const neesOf = ({ tUs, pose, covariance }: PoseEstimate, track: TruthTrack): number =>
  squaredDistance(difference(pose, track.at(tUs / 1000)), matrixOf(covariance))

const wasm = must(readFirmware(), 'the shipped firmware')
const SILENT = silentCritic({ c: 1, summary: '', model: 'silent stand-in' })

/** The estimate is examined as often: samples within a mission depend on each other. */
const NEES_MS = 10_000

/** One sample in so many milliseconds. */
const SAMPLE_MS = 100

/** The same robot; somebody looks at it after each turn of the loop, and ten times a second. */
function sampled(
  body: RobotConnection,
  { turn, sample }: { readonly turn: (ms: number) => void; readonly sample: (ms: number) => void },
): RobotConnection {
  let due = 0
  return {
    ...body,
    pace: async (period) => {
      await body.pace(period)
      const now = body.clock.now()
      turn(now)
      if (now < due) return
      due = now + SAMPLE_MS
      sample(now)
    },
  }
}

const poseOf = ({ x, y, theta }: Telemetry): Pose => ({ x: m(x), y: m(y), theta: rad(theta) })
