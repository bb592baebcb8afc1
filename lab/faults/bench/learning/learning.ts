import type { ActorInput } from '#learning/field/actor/contract.js'
import { UNATTENDED } from '#runtime/ending/episode-control.js'
import { SimCamera } from '#simulation/camera/sim-camera.js'
import { stream as random } from '#base/random.js'
import { ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { treeHash } from '#bt/xml/write.js'
import { SLOT_RULES } from '#learning/slots.js'
import type { Actor } from '#learning/actor/input.js'
import { createCritic } from '#learning/field/critic/critic.js'
import type { Camera, VisionModel } from '#learning/ports.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { prepareEpisode } from '#runtime/field/prepare.js'
import { FieldActor, fieldRules } from '#runtime/field/learning.js'
import { run, type RunEnd } from '#runtime/run.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import { SafetyChecker } from '#lab/faults/safety-checker/safety-checker.js'
import type { Violation } from '#lab/faults/safety-checker/violation.js'
import { ruleActor } from './actors.js'
import { Rig } from '../rig/rig.js'
import { field, FIRST_POLICY, library } from '../scene.js'
import { shippedVision } from './vision.js'

export interface LearningOptions {
  readonly episodes?: number
  readonly plan?: TreeDoc
  /** stands between camera and runtime */
  readonly camera?: (camera: Camera, rig: Rig) => Camera
  /** stands between the shipped critic's model and its port */
  readonly vision?: (vision: VisionModel) => VisionModel
  /** of one call of the critic's model, ms of real time */
  readonly criticTimeoutMs?: number
  readonly actor?: (map: Parameters<typeof ruleActor>[0]) => Actor<ActorInput>
}

/** The learning loop on the bench, and what was seen of it. */
export interface Learning {
  readonly ended: Result<RunEnd, BringUpFailure>
  readonly violations: readonly Violation[]
  /** after each episode wheels and gripper stood */
  readonly stands: boolean
  readonly moved: boolean
}

/**
 * Algorithm 1 as `graft run` plays it, with the shipped critic and the rule actor, on a bench that can break
 * things.
 */
export async function playLearning(seed: number, options: LearningOptions = {}): Promise<Learning> {
  const setup = await field('F1')
  const { map } = setup
  const vision = await visionOf(options)
  const trees = new Map<string, TreeDoc>()
  const rigs: Rig[] = []
  let moved = false
  const start = options.plan ?? FIRST_POLICY
  const ended = await run(
    {
      field: map.id,
      seed,
      episodes: options.episodes ?? 1,
      start,
      before: [],
      learn: {
        actor: new FieldActor((options.actor ?? ruleActor)(map), map),
        task: fieldRules(map),
        rules: { ...SLOT_RULES, strictAlg1: false },
        treeOf: (hash) => trees.get(hash) ?? start,
      },
    },
    {
      prepare: (episode, doc, before) => {
        const rig = new Rig({ setup, seed, episode })
        rigs.push(rig)
        rig.everyMs.push(() => (moved ||= !SafetyChecker.stands(rig.truth)))
        const made = partsOn(rig, { seed, episode, vision, options })
        const parts = prepareEpisode({ episode, doc, map, before, ...made })
        rig.mode = () => parts.modes.mode
        return Promise.resolve(ok(parts))
      },
      listen: (event) => void (event.kind === 'tree' && trees.set(treeHash(event.doc), event.doc)),
      awaitReconnection: () => Promise.resolve(false),
      commit: (_record, _parts, next) => void trees.set(treeHash(next), next),
    },
  )
  for (const rig of rigs) rig.advance(AFTERMATH)
  return {
    ended,
    violations: rigs.flatMap((rig) => rig.safetyChecker.violations),
    stands: rigs.every((rig) => SafetyChecker.stands(rig.truth)),
    moved,
  }
}

interface Setting {
  readonly seed: number
  readonly episode: number
  readonly vision: VisionModel
  readonly options: LearningOptions
}

/** What an episode on this rig is made of, apart from its tree. */
function partsOn(rig: Rig, { seed, episode, vision, options }: Setting) {
  const { map } = rig.setup
  const sim = new SimCamera({ scene: () => rig.world.scene(), clock: rig.clock, seed })
  const camera = options.camera?.(sim, rig) ?? sim
  const { criticTimeoutMs: timeoutMs } = options
  return {
    library,
    body: connection(rig, camera),
    critic: createCritic({
      vision,
      map,
      camera: camera.model,
      ...(timeoutMs !== undefined && { timeoutMs }),
    }),
    sessionId: nonZeroWord(random(seed, episode, 'fault-session').next()),
    armedBy: 'the fault bench',
    control: UNATTENDED,
    journal: () => undefined,
  }
}

async function visionOf({ vision }: LearningOptions): Promise<VisionModel> {
  const shipped = await shippedVision()
  return vision?.(shipped) ?? shipped
}

const AFTERMATH = 1500

const connection = (rig: Rig, camera: Camera): RobotConnection => ({
  stream: rig.stream,
  camera,
  clock: rig.clock,
  virtual: true,
  pace: (period) => {
    rig.advance(period)
    return Promise.resolve()
  },
  outcome: () => rig.world.outcome(),
  close: () => rig.robot.unplug(),
})
