import type { LeftRobot } from '../motion/service-robots.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { FieldMap } from '#base/field-map.js'
import { err, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { Refusal } from '#console/host.js'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'
import type { SiteConfig } from '#config/service/site-config.js'
import type { LearnRunEnd } from '#app/learn-run.js'
import type { DriverRecording } from '#app/run-folder/episode-transcripts.js'
import type { LoadedWorld } from '#app/world/load-world.js'
import type { openRobots } from '#app/world/open-robots.js'
import type { OrderFiles } from '#app/orders/write-order.js'
import type { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import type { ModelSet } from '#app/models/model-set.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { Fluents } from '#worlds/value.js'
import type { ArmingService } from '../motion/arming.js'
import type { JobControl } from '../motion/run-manager.js'
import type { RunMonitor, ShownMap } from '../show/shown-episode.js'

/** What the service works on: the field with its base, or a world described by data. */
export interface SiteWorld {
  readonly library: NodeLibrary
  /** that any tree may refer to */
  readonly subtrees: TreeDoc['trees']
  /** critic and actor are models: a run waits for them, and continues only with those that it began with */
  readonly usesModels: boolean
  /** what drives its robot, in words; absent for the base of a field */
  readonly driver?: string
  /** the task of a run that names none */
  readonly usualTask: SiteTask
  task(id: string): Promise<Result<SiteTask, Refusal>>
  /** The task of an earlier run, whatever has become of its files. */
  taskOf(manifest: RunManifest): Promise<Result<SiteTask, Refusal>>
  /** for orders in words; absent on the field, whose runs are of its own kind */
  readonly orders?: OrderSite
}

/** A world in which orders are given. */
export interface OrderSite {
  readonly folder: string
  readonly name: string
  readonly robot: string
  /** a person arms it, and clears the way, before each plan */
  readonly isReal: boolean
  /** what is believed of it now: whatever has moved last has left it so */
  believed(): Fluents
  /** Somebody has restored it. */
  restored(): void
  /** The task of a plan, from the texts of its files. */
  task(files: OrderFiles, confirmed: ConfirmedOrder): Promise<Result<OrderTask, Refusal>>
}

/** An order that somebody has agreed to. */
export interface ConfirmedOrder {
  /** as it was given */
  readonly order: string
  readonly by: string
  /** what its plan was made for */
  readonly believed: Fluents
}

interface OrderTask {
  readonly task: SiteTask
  /** the tree of the plan */
  readonly start: TreeDoc
  /** Removes its files: nothing reads them any more. */
  discard(): void
}

/** A task that can be learned: a field, or a task of a world. */
export interface SiteTask {
  /** as runs, policy slots and notes are filed */
  readonly id: string
  /** the layout that viewers draw; undefined where there is nothing to draw */
  readonly map: FieldMap | undefined
  /** the map of its world with what is believed at the start, for the page; absent without a map */
  readonly shownAtStart?: ShownMap
  /** Reads the first tree. */
  initialTree(): Result<TreeDoc, readonly Diagnostic[]>
  manifest(request: RunRequest, start: TreeDoc, models: readonly ModelStamp[]): RunManifest
  /** What is wrong with its files, before a run of it is stored and somebody is asked to arm. */
  check?(manifest: RunManifest): Promise<Result<unknown, Refusal>>
  learn(parts: RunEquipment, run: SiteLearning): Promise<LearnRunEnd>
  /** how a person drives its robot step by step; undefined where a base takes setpoints */
  readonly stepwise?: Stepwise
  /** its tree is made for one time: no policy slot counts it */
  readonly isOrder?: true
}

/** A robot that a person asks for single skills. */
export interface Stepwise {
  readonly world: LoadedWorld
  /** Nothing moves yet. @param record of what is said to the driver, if that is kept */
  open(parts: RunEquipment, record: DriverRecording | undefined): ReturnType<typeof openRobots>
  /** A person has driven it, and this is believed now. */
  left(facts: Fluents): void
}

/** What a run needs of the service. */
export interface RunEquipment {
  readonly config: SiteConfig
  readonly statusPublisher: StatusPublisher
  readonly arming: ArmingService
  /** a real one */
  readonly camera: FfmpegCamera | undefined
  readonly modelLoader: { readonly models: ModelSet }
  readonly timing: Timing
  /** the firmware of the virtual robot */
  readonly wasm: Uint8Array
  readonly inProgress: { left?: LeftRobot }
}

/** What an operator may choose of a run; the configuration decides the rest. */
export interface RunRequest {
  readonly seed?: number | undefined
  readonly episodes?: number | undefined
}

/** A run of the service that is ready to begin. */
export interface PreparedRun {
  readonly task: SiteTask
  readonly manifest: RunManifest
  readonly start: TreeDoc
  readonly before: readonly EpisodeRecord[]
  readonly log: SiteRun
}

export interface SiteLearning extends PreparedRun {
  readonly monitor: RunMonitor
  readonly control: JobControl
}

/** The choices of a run: what its command says, else what the configuration says. */
export const choicesOf = (
  { run, robot }: SiteConfig,
  { seed, episodes }: RunRequest,
): Pick<RunManifest, 'seed' | 'episodes' | 'strictAlg1'> & {
  readonly faults: 'nominal' | 'none'
  readonly ground: SiteConfig['robot']['ground']
  readonly scanner: SiteConfig['robot']['scanner']
  readonly untilClean: boolean
  readonly service: true
} => ({
  seed: seed ?? run.seed,
  episodes: episodes ?? run.episodes,
  faults: robot.faults,
  ground: robot.ground,
  scanner: robot.scanner,
  strictAlg1: run.strictAlg1,
  untilClean: run.untilClean,
  service: true,
})

/** A run of another world, of which this service has no robot. */
export const otherWorld = (manifest: RunManifest): Result<never, Refusal> =>
  err({
    code: 'run.other-world',
    message: `run ${manifest.key} was learned on ${manifest.field.id}, which this service does not work on`,
    hint: 'start a service with the configuration of that run',
  })

/** A run whose world is not what it was: its episodes would no longer be of one run. */
export const changedWorld = (
  { key, field }: RunManifest,
  changes: readonly string[],
): Result<never, Refusal> =>
  err({
    code: 'run.changed-world',
    message: `the service does not go on with run ${key}: ${changes.join('; ')} since it began`,
    hint:
      `restore what it began with, or send \`run\`: a new run on ${field.id} starts with the stored tree. ` +
      `The episodes of ${key} stay in the store`,
  })
