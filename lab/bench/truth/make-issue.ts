import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodePath } from '#bt/document.js'
import type { Impact } from '#learning/critic/report.js'
import type { TrueIssue } from './true-issue.js'

export const issue = (
  impact: Impact,
  zone: ZoneId | null,
  mask: Mask | null,
  nodePath: NodePath | null,
): TrueIssue => ({ impact, zone, mask, nodePath, key: zone === null ? impact : `${impact}@${zone}` })
