import type { EndReason } from '#learning/episode.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type {
  AlarmPlace,
  AlarmState,
  ServiceStatus,
  StatusAlarm,
  TreeNodeStatus,
} from '#runtime/status/service-status.js'

/** The messages to the page, as JSON: one `hello`, then a `change` at most ten times a second. */
export interface Hello {
  readonly snapshot: PageStatus
  /** the newest lines, oldest first */
  readonly log: readonly LogLine[]
  readonly pose: PagePose | null
  readonly picture: PagePicture | null
  /** of the minutes before, oldest first */
  readonly samples: readonly Sample[]
}

/** The difference from the previous message; an absent part is unchanged. */
export interface Change {
  readonly patch: StatusPatch
  readonly log?: readonly LogLine[]
  readonly pose?: PagePose
  readonly picture?: PagePicture
  readonly samples?: readonly Sample[]
  /** an episode has finished: the list of episodes has grown */
  readonly episodes?: true
}

/** What the page plots of one moment; null where nobody knows. */
export interface Sample {
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly score: number | null
  /** new losses where the line counts them, else for how long it is silent, ms */
  readonly link: number | null
  /** how late the loop was, ms */
  readonly late: number | null
}

export interface PageStatus extends ServiceStatus {
  readonly alarms: readonly PageAlarm[]
}

/** An alarm with what every view says of it: the page has no words and no rules of its own. */
export interface PageAlarm extends StatusAlarm {
  readonly state: AlarmState
  /** 0 for the most urgent state */
  readonly urgency: number
  /** its reasons in words */
  readonly why: string
  readonly first: AlarmPlace
}

export type StatusPatch = Pick<PageStatus, 'at' | 'uptimeMs' | 'seq'> &
  Partial<PageStatus> & {
    /** of the tree already shown: position in its list, and the new status */
    readonly nodes?: readonly (readonly [number, TreeNodeStatus['status']])[]
  }

/** An event in words. */
export interface LogLine {
  readonly seq: number
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly level: LogLevel
  readonly source: string
  readonly text: string
  /** the id of the alarm whose raising it tells */
  readonly alarm?: string
}

/** The robot's estimated pose: metres and radians on the field. */
export interface PagePose {
  readonly x: number
  readonly y: number
  readonly theta: number
}

export interface PagePicture {
  readonly id: string
  readonly width: number
  readonly height: number
}

/** Summary of a finished episode. */
export interface EpisodeLine {
  readonly run: string
  readonly episode: number
  readonly field: string
  readonly score: number
  readonly endReason: EndReason
  readonly treeHash: string
}
