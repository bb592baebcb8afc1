import type { CameraModel } from '#base/camera-model.js'
import type { FieldMap, Mask, Pose, ZoneId } from '#base/field-map.js'
import type { NodePath } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EndReason, ScoreSheet } from '#learning/episode.js'
import type { FieldOutcome } from '#learning/field-score.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import type { CriticMode, CriticReport, Impact } from '#learning/critic/report.js'

/** Names the format in `dataset.json`; a reader refuses any other. */
export const FORMAT = 'graft-episodes/1'

/**
 * A set of episodes to train and examine critics and actors on (VRL-33; docs/episode-sets.md): what was seen and done,
 * what the critic said, and what was really wrong. The same for the simulator's episodes and for a real robot's.
 */
export interface DatasetAbout {
  readonly format: typeof FORMAT
  readonly source: 'virtual' | 'robot'
  /** train, validation, test; null for data that nobody has split */
  readonly split: string | null
  /** what made it: command or run, and a hash of the code or of the run's settings */
  readonly generator: { readonly name: string; readonly hash: string }
  /** first seed and the one after the last; null on a robot */
  readonly seeds: readonly [number, number] | null
  /** the fault profile's name; `real` on a robot */
  readonly faults: string
}

/** About a set that has been written to its end. */
export interface DatasetSummary extends DatasetAbout {
  readonly episodes: number
  /** SHA-256 of `episodes.jsonl`: a set that was cut short is noticed before it is used */
  readonly sha256: string
}

/** One line of `episodes.jsonl`. */
export interface StoredEpisode {
  readonly setup: {
    readonly map: FieldMap
    /** orange-up bits at the start per load zone; null when nobody knows them */
    readonly orange: ReadonlyMap<ZoneId, Mask> | null
    readonly start: Pose
  }
  readonly seed: number
  readonly episode: number
  /** the tree that ran, with every subtree it names, as XML */
  readonly tree: string
  readonly trace: readonly TraceEvent[]
  readonly endReason: EndReason
  readonly seconds: number
  readonly facts: FieldOutcome
  readonly score: ScoreSheet
  /** INITIAL, INTERMEDIATE in order, FINAL; those that were kept */
  readonly moments: readonly StoredMoment[]
  /** the edits that would have raised the expected score most, when somebody searched for them; [] = none would */
  readonly bestEdits: readonly Edit[] | null
}

/** A moment at which the critic was asked. */
export interface StoredMoment {
  readonly mode: CriticMode
  /** number of the subtree boundary, from 1; otherwise 0 */
  readonly step: number
  /** events of the trace that had happened */
  readonly traceLength: number
  /** what the sensors knew; null when that was not recorded */
  readonly evidence: Evidence | null
  /** what the critic said then, with s and c; null when none was asked */
  readonly report: CriticReport | null
  /** of one and the same moment, each under another look */
  readonly pictures: readonly StoredPicture[]
  /** what was really wrong; null when nobody has labelled it */
  readonly truth: readonly StoredIssue[] | null
}

export interface StoredPicture {
  /** `nominal`, `light`, `pose`, `occlusion`; `real` from a robot's camera */
  readonly variant: string
  /** SHA-256 of the encoded bytes and the file's name in `pictures/` */
  readonly sha256: string
  /** the camera as the critic believes it to be */
  readonly camera: CameraModel
}

export interface StoredIssue {
  readonly impact: Impact
  readonly zone: ZoneId | null
  readonly mask: Mask | null
  /** the node of the main tree at fault; null when no node is, or nobody can tell */
  readonly nodePath: NodePath | null
  /** `orientation@2` */
  readonly key: string
}
