import { maskSlots, type FieldMap, type Mask, type ZoneId } from '../../../src/base/field-map.js'
import type { Rng } from '../../../src/base/random.js'
import type { NodePath, TreeDoc } from '../../../src/bt/document.js'
import { labelTree } from '../../../src/mind/actor/address.js'
import { readPlan } from '../../../src/mind/actor/situation/plan.js'
import { lageaCode } from '../../../src/mind/critic/codes.js'
import type { CriticReport, Impact, Issue } from '../../../src/mind/critic/report.js'
import { shuffle } from './random-field.js'
import { randomMask } from './random-mask.js'
import { TEST_WORDS, TRAIN_WORDS } from './wordings.js'

interface Complaint {
  readonly impact: Impact
  readonly zone: ZoneId | null
  readonly nodePath: NodePath | null
  readonly mask: Mask | null
}

/** A critic's report about a tree: real defects, faults of the run, and things that are not so, in one pile. */
export function randomReport(rng: Rng, map: FieldMap, doc: TreeDoc, split: 'train' | 'test'): CriticReport {
  const complaints = shuffle(rng, everyComplaint(rng, map, doc)).slice(
    0,
    rng.pick([0, 1, 1, 2, 2, 2, 3, 3, 4]),
  )
  const issues = complaints.map((complaint, i) => issueOf(rng, complaint, complaints.slice(0, i), split))
  return {
    mode: 'final',
    episode: 1,
    step: 0,
    outcome: issues.length === 0 ? 'success' : 'failure',
    issues,
    s: Math.max(0, ...issues.map((issue) => issue.severity)),
    c: rng.next(),
    summary: '',
    raw: '',
    model: 'generator',
    frames: [],
  }
}

function everyComplaint(rng: Rng, map: FieldMap, doc: TreeDoc): Complaint[] {
  const book = labelTree(doc)
  const plan = readPlan(doc, book)
  const about = (
    impact: Impact,
    zone: ZoneId | null,
    nodePath: NodePath | null = null,
    mask: Mask | null = null,
  ): Complaint => ({ impact, zone, nodePath, mask })
  const perTrip = plan.transfers.flatMap((trip) => [
    about('orientation', trip.to, trip.unload?.path ?? null, randomMask(rng)),
    about('placement', trip.to, trip.unload?.path ?? null, rng.chance(0.5) ? randomMask(rng) : null),
    about('grasp', trip.from, trip.load.path),
    about('navigation', trip.approach?.zone ?? null, trip.approach?.path ?? null),
  ])
  const perZone = map.zones.filter((zone) => zone.kind === 'load').map((zone) => about('coverage', zone.id))
  return [
    ...perTrip,
    ...perZone,
    ...Array.from({ length: 2 }, () => about('shelf', null, plan.cursor?.path ?? null)),
    ...Array.from({ length: 2 }, () => about('final-position', null, plan.home?.path ?? null)),
    ...Array.from({ length: 3 }, () => about('timing', null)),
    ...Array.from({ length: 4 }, () => about('plan-structure', null)),
    about(rng.pick(['perception', 'safety', 'style'] as const), rng.pick(map.zones).id),
  ]
}

const SEVERITY: Readonly<Record<Impact, number>> = {
  placement: 0.5,
  orientation: 0.5,
  grasp: 0.45,
  navigation: 0.6,
  shelf: 0.55,
  timing: 0.4,
  'final-position': 0.5,
  coverage: 0.25,
  'plan-structure': 0.45,
  perception: 0.2,
  safety: 0.4,
  style: 0.1,
}

function issueOf(
  rng: Rng,
  complaint: Complaint,
  before: readonly Complaint[],
  split: 'train' | 'test',
): Issue {
  const { impact, zone, mask } = complaint
  const words = rng.pick((split === 'train' ? TRAIN_WORDS : TEST_WORDS)[impact])
  const copies = before.filter((other) => other.impact === impact && other.zone === zone).length
  const name = zone === null ? impact : `${impact}@${zone}`
  return {
    id: copies === 0 ? name : `${name}.${copies + 1}`,
    code: lageaCode(impact),
    impact,
    nodePath: complaint.nodePath,
    zone,
    mask,
    explanation: words
      .replaceAll('{z}', String(zone ?? ''))
      .replaceAll('{n}', String(maskSlots(mask ?? '').length)),
    suggestedFix: '',
    severity: Math.min(1, Math.max(0, SEVERITY[impact] + 0.15 * rng.normal())),
    evidence: { frames: [], traceSeq: [] },
    grounded: rng.pick(['confirmed', 'confirmed', 'confirmed', 'unverified', 'refuted'] as const),
  }
}
