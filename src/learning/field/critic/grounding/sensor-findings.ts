import { SLOTS, slotsMask, type ZoneId } from '#base/field-map.js'
import { moveFailed, type Executed } from '../blame/executed.js'
import type { Answer, Finding, ZoneLine } from '../dialogue/answer.js'
import type { Claims } from '../dialogue/claims.js'
import type { Evidence } from '../evidence.js'
import { severityOfBlocks } from '../evidence.js'

const UNREACHED_S = 0.6

/**
 * Adds findings that trace and vacuum prove without the camera: a zone that the last move did not reach, even if it was
 * served before; and blocks that no cup picked up and that are hidden from the camera.
 */
export function withSensorFindings(
  answer: Answer,
  { mode, zones: claims }: Claims,
  { steps }: Executed,
  evidence: Evidence | undefined,
): Answer {
  if (mode === 'initial') return answer
  const zones = [...answer.zones].map(([id, line]): [ZoneId, ZoneLine] => {
    const added: Finding[] = []
    const lacks = (impact: Finding['impact']): boolean =>
      !line.findings.some((finding) => finding.impact === impact)
    if (moveFailed(steps, id) && lacks('navigation'))
      added.push({ impact: 'navigation', severity: UNREACHED_S, word: -1 })
    const left = claims.get(id) === 'loaded' ? leftUnseen(id, line, evidence) : []
    if (left.length > 0 && lacks('grasp'))
      added.push({
        impact: 'grasp',
        severity: severityOfBlocks(left.length),
        word: -1,
        mask: slotsMask(left),
      })
    return [id, added.length === 0 ? line : { ...line, findings: [...line.findings, ...added] }]
  })
  return { ...answer, zones: new Map(zones) }
}

const leftUnseen = (id: ZoneId, { faces }: ZoneLine, evidence: Evidence | undefined) => {
  const believed = evidence?.world.zones.get(id)?.slots
  return SLOTS.filter((slot) => faces[slot] === 'hidden' && believed !== undefined && believed[slot] !== null)
}
