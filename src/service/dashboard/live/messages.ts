import type { EndReason } from '#learning/episode.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { ServiceStatus, TreeNodeStatus } from '#runtime/status/service-status.js'

/** What the page is sent, as JSON: one `hello`, then a `change` at most ten times a second. */
export interface Hello {
  readonly snapshot: ServiceStatus
  /** the newest lines, oldest first */
  readonly log: readonly LogLine[]
  readonly pose: PagePose | null
  readonly picture: PagePicture | null
}

/** What is different since the message before; a part that is absent is as it was. */
export interface Change {
  readonly patch: StatusPatch
  readonly log?: readonly LogLine[]
  readonly pose?: PagePose
  readonly picture?: PagePicture
  /** an episode was finished: the list of them has grown */
  readonly episodes?: true
}

export type StatusPatch = Pick<ServiceStatus, 'at' | 'uptimeMs' | 'seq'> &
  Partial<ServiceStatus> & {
    /** of the tree that is shown already: position in its list, and the new status */
    readonly nodes?: readonly (readonly [number, TreeNodeStatus['status']])[]
  }

/** News in words. */
export interface LogLine {
  readonly seq: number
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly level: LogLevel
  readonly source: string
  readonly text: string
}

/** Where the robot believes to be: metres and radians on the field. */
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

/** A finished episode, in short. */
export interface EpisodeLine {
  readonly run: string
  readonly episode: number
  readonly field: string
  readonly score: number
  readonly endReason: EndReason
  /** of the episode's clock; 0 when it is not known */
  readonly seconds: number
  readonly treeHash: string
}
