import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodePath } from '#bt/document.js'
import type { Impact } from '#learning/critic/report.js'

/** Something that was really wrong at the moment of a report, by what the world says and nobody's opinion. */
export interface TrueIssue {
  readonly impact: Impact
  readonly zone: ZoneId | null
  /** the slots concerned, when it is about blocks */
  readonly mask: Mask | null
  /** the node of the main tree at fault; null when no node is, or nobody can tell */
  readonly nodePath: NodePath | null
  /** `orientation@2`: comparable with the ids of the critic's issues */
  readonly key: string
}

export const issue = (
  impact: Impact,
  zone: ZoneId | null,
  mask: Mask | null,
  nodePath: NodePath | null,
): TrueIssue => ({ impact, zone, mask, nodePath, key: zone === null ? impact : `${impact}@${zone}` })
