import type { FieldMap } from '../../base/field-map.js'
import type { NodeLibrary } from '../../bt/library.js'
import type { SiteStore } from '../../adapters/store/site/site-store.js'
import type { EpisodeParts } from '../../runtime/episode.js'
import type { FfmpegCamera } from '../../adapters/camera/ffmpeg-camera.js'
import type { Timing } from '../../runtime/timing/timing.js'
import type { Station } from '../../runtime/station/station.js'
import type { Monitor } from '../groot/monitor.js'
import type { Recorder } from '../record/recorder.js'
import type { SiteConfig } from '../site/site-config.js'
import type { AccessWatch } from './motion/access-guard.js'
import type { ArmingDesk } from './motion/arming.js'
import type { MindDesk } from './mind-desk.js'
import type { PictureDesk } from './show/pictures.js'
import type { Policies } from './policies.js'
import type { RunDesk } from './motion/run-desk.js'
import type { Signs } from './signs.js'
import type { TreeBench } from './trees/tree-bench.js'

/** What the service is made of, for those who put a run together. */
export interface Parts {
  readonly config: SiteConfig
  readonly station: Station
  readonly store: SiteStore
  readonly library: NodeLibrary
  /** the firmware of the virtual robot */
  readonly wasm: Uint8Array
  readonly minds: MindDesk
  readonly policies: Policies
  /** checks, compares and draws trees, beside the reflex loop's thread */
  readonly trees: TreeBench
  readonly arming: ArmingDesk
  readonly desk: RunDesk
  /** undefined: the configuration opens no console, so that nothing can be begun either */
  readonly access: AccessWatch | undefined
  readonly signs: Signs
  readonly pictures: PictureDesk
  /** a real one; the simulated camera belongs to its virtual robot */
  readonly camera: FfmpegCamera | undefined
  readonly recorder: Recorder | undefined
  readonly groot: Monitor | undefined
  /** how punctual this process and its loops are */
  readonly timing: Timing
  /** monotonic milliseconds */
  readonly now: () => number
  /** what is in hand now; the one part that changes */
  readonly hand: Hand
}

/** The episode that is under way, and the field of the newest run. */
export interface Hand {
  episode: EpisodeParts | undefined
  field: FieldMap | undefined
}
