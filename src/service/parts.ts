import type { LeftRobot } from './motion/service-robots.js'
import type { FieldMap } from '#base/field-map.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import type { FfmpegCamera } from '#adapters/camera/ffmpeg-camera.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { Log } from '#adapters/systemd/log.js'
import type { Monitor } from './groot/monitor.js'
import type { Recorder } from './recording/recorder.js'
import type { SiteConfig } from '#config/service/site-config.js'
import type { AccessWatch } from './motion/access-guard.js'
import type { ArmingService } from './motion/arming.js'
import type { ModelLoader } from './model-loader.js'
import type { PictureServer } from './show/pictures.js'
import type { Policies } from './policies.js'
import type { RunManager } from './motion/run-manager.js'
import type { HealthReporter } from './health-reporter.js'
import type { OrderWorker } from './planning/order-worker.js'
import type { TreeWorker } from './trees/tree-worker.js'
import type { ShownEpisode, ShownMap } from './show/shown-episode.js'
import type { SiteTask, SiteWorld } from './world/site-world.js'

/** The parts of the service, for code that assembles a run. */
export interface Parts {
  readonly config: SiteConfig
  readonly statusPublisher: StatusPublisher
  readonly log: Log
  readonly store: SiteStore
  /** what the robot works on, and the tasks there */
  readonly world: SiteWorld
  /** the firmware of the virtual robot */
  readonly wasm: Uint8Array
  readonly modelLoader: ModelLoader
  readonly policies: Policies
  /** checks, compares and draws trees, off the reflex loop's thread */
  readonly trees: TreeWorker
  /** reads and plans orders in words, off the reflex loop's thread; undefined on the field */
  readonly orderWorker: OrderWorker | undefined
  readonly arming: ArmingService
  readonly manager: RunManager
  /** undefined: the configuration opens no console, so nothing can be started either */
  readonly access: AccessWatch | undefined
  readonly healthReporter: HealthReporter
  readonly pictures: PictureServer
  /** a real one; the simulated camera belongs to its virtual robot */
  readonly camera: FfmpegCamera | undefined
  readonly recorder: Recorder | undefined
  readonly groot: Monitor | undefined
  /** how punctual this process and its loops are */
  readonly timing: Timing
  /** monotonic milliseconds */
  readonly now: () => number
  /** the current episode and task; the only mutable part */
  readonly inProgress: InProgress
}

/** The current episode, the task of the newest run, and what the service still does after its start. */
interface InProgress {
  episode: ShownEpisode | undefined
  task: SiteTask
  /** what the page draws: the newest episode, also when it is over; undefined in a world without a map */
  map: ShownMap | undefined
  /** the field that the page draws: of the newest run, or where a person drives; undefined in a world */
  field: FieldMap | undefined
  /** the virtual base of the newest run or session, which a person who drives goes on with; undefined before any */
  left?: LeftRobot
  /** resolves when the recordings that a crash left unfinished have been repaired; nothing is recorded before */
  repair: Promise<void>
}
