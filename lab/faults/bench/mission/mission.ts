import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { stream as random, type Rng } from '#base/random.js'
import type { Pose } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { TreeDoc } from '#bt/document.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { playOut, type EpisodeEnd } from '#runtime/episode.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { prepareEpisode, type FieldEpisode } from '#runtime/field/prepare.js'
import type { Result } from '#base/result.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import { SafetyChecker } from '#lab/faults/safety-checker/safety-checker.js'
import { Rig, type RigOptions } from '../rig/rig.js'
import { field, library, MISSION, STAND_IN_CRITIC } from '../scene.js'

export interface MissionOptions extends Omit<RigOptions, 'setup' | 'seed'> {
  readonly plan?: TreeDoc
  readonly field?: string
  /** the robot stands this far from where it is armed */
  readonly beside?: Pose
  /** puts the fault in place before anything runs */
  readonly arrange?: (scene: MissionScene) => void
}

/** What a class of faults may get its hands on. */
export interface MissionScene {
  readonly rig: Rig
  readonly rng: Rng
  parts: FieldEpisode
  /**
   * The host does nothing for this many ms, once, from its next pause on.
   * @param countInjection called when the controller has lived through it and the host has not
   */
  freeze(ms: number, countInjection: () => void): void
  /** how long the host's pauses really are */
  pauses: (period: number) => number
  /** the process is gone: it never comes back from its next pause */
  kill(): void
  /** what is put back when the episode is over */
  readonly atEnd: (() => void)[]
  /** the operator wants the robot to stop */
  stop: boolean
}

/** One episode on the bench, and what was seen of it. */
export interface Mission extends MissionScene {
  readonly ended: Result<EpisodeEnd, BringUpFailure> | 'killed'
  /** wheels and gripper stand 1.5 s after the host has gone */
  readonly stands: boolean
  /** the wheels turned at some time */
  readonly moved: boolean
}

/** ms after the end in which the robot must have come to a stand by itself */
const AFTERMATH = 1500

/** One whole episode on the virtual robot as `graft run` plays it, without models, on a bench that can break things. */
export async function playMission(seed: number, options: MissionOptions = {}): Promise<Mission> {
  const setup = standing(await field(options.field ?? 'F1'), options.beside)
  const rig = new Rig({ ...options, setup, seed })
  let frozen = { ms: 0, countInjection: (): void => undefined }
  let killed = false
  let moved = false
  const body: RobotConnection = {
    // a port that was closed stays closed: what is plugged in later is another one
    stream: rig.stream,
    camera: { model: MAST_CAMERA, capture: () => Promise.reject(new Error('no camera on the fault bench')) },
    clock: rig.clock,
    virtual: true,
    pace: (period) => {
      if (killed) return Promise.reject(new KilledError())
      const { ms, countInjection } = frozen
      frozen = { ms: 0, countInjection: () => undefined }
      const before = rig.safetyChecker.seen
      rig.advance(scene.pauses(period) + ms)
      if (rig.safetyChecker.seen - before >= ms) countInjection()
      return Promise.resolve()
    },
    outcome: () => rig.world.outcome(),
    close: () => rig.robot.unplug(),
  }
  const scene: MissionScene = {
    rig,
    rng: random(seed, 'fault'),
    parts: prepare(body, setup.map, { doc: options.plan ?? MISSION, seed, stopRequested: () => scene.stop }),
    freeze: (ms, countInjection) => (frozen = { ms, countInjection }),
    pauses: (period) => period,
    kill: () => {
      killed = true
      rig.hostGone = true
    },
    atEnd: [],
    stop: false,
  }
  rig.mode = () => scene.parts.modes.mode
  rig.everyMs.push(() => (moved ||= !SafetyChecker.stands(rig.truth)))
  options.arrange?.(scene)
  const ended = await played(scene.parts).finally(() => {
    for (const putBack of scene.atEnd) putBack()
  })
  body.close()
  rig.advance(AFTERMATH)
  return Object.assign(scene, { ended, stands: SafetyChecker.stands(rig.truth), moved })
}

function standing(setup: FieldSetup, beside: Pose | undefined): FieldSetup {
  if (beside === undefined) return setup
  const { x, y, theta } = setup.start
  return { ...setup, start: { x: m(x + beside.x), y: m(y + beside.y), theta: rad(theta + beside.theta) } }
}

class KilledError extends Error {
  override readonly name = 'Killed'
}

async function played(parts: FieldEpisode): Promise<Mission['ended']> {
  try {
    return await playOut(parts)
  } catch (error) {
    if (error instanceof KilledError) return 'killed'
    throw error
  }
}

interface MissionSetting {
  readonly doc: TreeDoc
  readonly seed: number
  readonly stopRequested: () => boolean
}

function prepare(
  body: RobotConnection,
  map: Parameters<typeof prepareEpisode>[0]['map'],
  { doc, seed, stopRequested }: MissionSetting,
): FieldEpisode {
  return prepareEpisode({
    episode: 1,
    doc,
    map,
    library,
    body,
    critic: STAND_IN_CRITIC,
    before: [],
    sessionId: nonZeroWord(random(seed, 'fault-session').next()),
    armedBy: 'the fault bench',
    control: { ...UNATTENDED, stopRequested },
    journal: () => undefined,
  })
}
