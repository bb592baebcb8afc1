import { SLOTS, slotsMask, type Mask, type Slot, type ZoneId } from '#base/field-map.js'
import { severityOfBlocks } from '../evidence.js'
import type { Impact } from '#learning/critic/report.js'
import type { Answer, FaceSeen, Finding, ZoneLine } from '../dialogue/answer.js'
import type { Claims, ZoneClaim } from '../dialogue/claims.js'
import type { Executed } from '../blame/executed.js'

/** What the critic saw in an earlier picture of this episode (VRL-16: never of another one). */
export interface EarlierView {
  readonly frame: string
  readonly zones: Answer['zones']
  /** number of skills that had ended when the picture was taken */
  readonly steps: number
}

/** Slots of a zone read from an earlier picture because something now hides them. */
export interface Remembered {
  readonly frame: string
  readonly mask: Mask
}

export interface Completed {
  readonly answer: Answer
  readonly remembered: ReadonlyMap<ZoneId, Remembered>
}

/**
 * Fills hidden slots from the newest earlier picture that saw them, as long as no skill has touched that zone since. If
 * such a slot is at fault under the same claims, that becomes a finding of this answer too; no finding of the model is
 * removed.
 *
 * @param views of this episode, oldest first
 */
export function withEarlierViews(
  answer: Answer,
  claims: Claims,
  views: readonly EarlierView[],
  { steps }: Executed,
): Completed {
  const remembered = new Map<ZoneId, Remembered>()
  const zones = new Map<ZoneId, ZoneLine>()
  for (const [id, line] of answer.zones) {
    const touched = steps.findLastIndex((step) => step.zone === id && TOUCHING.has(step.node))
    const view = views.findLast(
      (one) => one.steps > touched && visibleSlots(one.zones.get(id), hiddenSlots(line)).length > 0,
    )
    const earlier = view?.zones.get(id)
    const slots = visibleSlots(earlier, hiddenSlots(line))
    if (!view || !earlier || slots.length === 0) {
      zones.set(id, line)
      continue
    }
    const faces = SLOTS.map((slot) => (slots.includes(slot) ? earlier.faces[slot] : line.faces[slot]))
    remembered.set(id, { frame: view.frame, mask: slotsMask(slots) })
    zones.set(id, withAddedFindings(faces as unknown as ZoneLine['faces'], line.findings, claims, id))
  }
  const worst = [...zones.values()].flatMap(({ findings }) => findings.map(({ severity }) => severity))
  const overall = remembered.size === 0 ? answer.overall : Math.max(answer.overall, ...worst)
  return { answer: { ...answer, zones, overall }, remembered }
}

/** skills after which a zone may look different */
const TOUCHING: ReadonlySet<string> = new Set(['LoadBlocks', 'UnloadBlocks'])

const hiddenSlots = ({ faces }: ZoneLine): Slot[] => SLOTS.filter((slot) => faces[slot] === 'hidden')

const visibleSlots = (line: ZoneLine | undefined, slots: readonly Slot[]): Slot[] =>
  line === undefined ? [] : slots.filter((slot) => line.faces[slot] !== 'hidden')

/** The line with the added findings that the completed faces prove and the current picture could not show. */
function withAddedFindings(
  faces: ZoneLine['faces'],
  findings: readonly Finding[],
  { mode, zones }: Claims,
  id: ZoneId,
): ZoneLine {
  const count = (...kinds: FaceSeen[]): number => faces.filter((face) => kinds.includes(face)).length
  const added = faultsOf(zones.get(id) ?? 'absent', mode, count).filter(
    ({ impact }) => !findings.some((finding) => finding.impact === impact),
  )
  return { faces, findings: [...findings, ...added.map((fault) => ({ ...fault, word: -1 }))] }
}

function faultsOf(
  claim: ZoneClaim,
  mode: Claims['mode'],
  count: (...kinds: FaceSeen[]) => number,
): { readonly impact: Impact; readonly severity: number }[] {
  const present = count('blue', 'orange')
  const blocks = (impact: Impact, n: number) => (n > 0 ? [{ impact, severity: severityOfBlocks(n) }] : [])
  if (mode === 'initial') return []
  if (claim === 'loaded') return blocks('grasp', present)
  if (claim.startsWith('waiting'))
    return mode === 'final' && present > 0 ? [{ impact: 'coverage', severity: NEVER_LOADED_S }] : []
  if (claim === 'load-failed' || claim === 'absent') return []
  const missing = claim.startsWith('filled') ? Number(claim.slice(6)) - present - count('hidden') : 0
  return [...blocks('orientation', count('orange')), ...blocks('placement', missing)]
}

const NEVER_LOADED_S = 0.2
