import { bitsMask, maskBits, maskSlots, type FieldMap, type Mask } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { labelTree } from '#learning/field/actor/address.js'
import { readPlan } from '#learning/field/actor/situation/plan.js'
import { lageaCode } from '#learning/critic/codes.js'
import type { CriticReport, Impact, Issue } from '#learning/critic/report.js'
import { shuffled } from '#lab/bench/fields/zones.js'
import { TEST_WORDS, TRAIN_WORDS } from '../wordings.js'
import { remarksOn } from './remarks.js'
import type { Fault } from './scenario.js'

/**
 * How a critic tells of an episode: most of what was wrong, seldom something that was not, masks that are a slot off,
 * and now and then an issue that the sensors refute. The rates are those of a good critic that is still no oracle.
 */
export const CRITIC = {
  recall: 0.95,
  /** that a report holds an issue without a fault */
  invented: 0.15,
  /** of those, and of true ones: that the sensors speak against it, or say nothing */
  refuted: { invented: 0.4, real: 0.01 },
  unverified: { invented: 0.4, real: 0.15 },
  wrongMask: 0.03,
  /** an impact that no edit cures: style, safety, perception */
  idle: 0.15,
} as const

export interface ReportAbout {
  readonly map: FieldMap
  readonly doc: TreeDoc
  readonly truth: readonly Fault[]
  readonly wording: 'train' | 'test'
}

export function reportOf(rng: Rng, { map, doc, truth, wording }: ReportAbout): CriticReport {
  const remarks = remarksOn(rng, map, doc).filter(
    ({ impact }) => !truth.some((fault) => fault.impact === impact),
  )
  const reported = [...truth, ...remarks]
    .filter(() => rng.chance(CRITIC.recall))
    .map((fault) => ({ fault: misread(rng, fault), real: true }))
  const invented = rng.chance(CRITIC.invented) ? [{ fault: invention(rng, map, doc), real: false }] : []
  const idle = rng.chance(CRITIC.idle) ? [{ fault: idleRemark(rng, map), real: true }] : []
  const all = shuffled(rng, [...reported, ...invented, ...idle])
  const issues = all.map(({ fault, real }, i) =>
    issueOf(rng, fault, { real, before: all.slice(0, i).map((one) => one.fault), wording }),
  )
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

function misread(rng: Rng, fault: Fault): Fault {
  if (fault.mask === null || !rng.chance(CRITIC.wrongMask)) return fault
  const mask = bitsMask(maskBits(fault.mask) ^ (1 << rng.int(4)))
  return mask === '0000' ? fault : { ...fault, mask }
}

function invention(rng: Rng, map: FieldMap, doc: TreeDoc): Fault {
  const plan = readPlan(doc, labelTree(doc))
  const about = (
    impact: Impact,
    zone: Fault['zone'],
    nodePath: Fault['nodePath'] = null,
    mask: Fault['mask'] = null,
  ): Fault => ({
    impact,
    zone,
    nodePath,
    mask,
  })
  return rng.pick([
    ...plan.transfers.flatMap((trip) => [
      about('orientation', trip.to, trip.unload?.path, randomMask(rng)),
      about('placement', trip.to, trip.unload?.path),
      about('grasp', trip.from, trip.load.path),
      about('navigation', trip.approach?.zone ?? null, trip.approach?.path),
    ]),
    ...map.zones.filter(({ kind }) => kind === 'load').map(({ id }) => about('coverage', id)),
    about('shelf', null, plan.cursor?.path),
    about('final-position', null, plan.home?.path),
    about('timing', null),
    about('plan-structure', null),
  ])
}

const idleRemark = (rng: Rng, map: FieldMap): Fault => ({
  impact: rng.pick(['perception', 'safety', 'style'] as const),
  zone: rng.pick(map.zones).id,
  mask: null,
  nodePath: null,
})

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

interface IssueTerms {
  readonly real: boolean
  readonly before: readonly Fault[]
  readonly wording: 'train' | 'test'
}

function issueOf(rng: Rng, fault: Fault, { real, before, wording }: IssueTerms): Issue {
  const { impact, zone, mask } = fault
  const copies = before.filter((other) => other.impact === impact && other.zone === zone).length
  const name = zone === null ? impact : `${impact}@${zone}`
  const chance = rng.next()
  const sort = real ? 'real' : 'invented'
  const refuted = CRITIC.refuted[sort]
  const grounded =
    chance < refuted ? 'refuted' : chance < refuted + CRITIC.unverified[sort] ? 'unverified' : 'confirmed'
  return {
    id: copies === 0 ? name : `${name}#${copies + 1}`,
    code: lageaCode(impact),
    impact,
    nodePath: fault.nodePath,
    zone,
    mask,
    explanation: wordsFor(rng, fault, wording),
    suggestedFix: '',
    severity: Math.min(1, Math.max(0, SEVERITY[impact] + 0.15 * rng.normal())),
    evidence: { frames: [], traceSeq: [] },
    grounded,
  }
}

/** the critic's words for a fault */
export function wordsFor(rng: Rng, { impact, zone, mask }: Fault, wording: 'train' | 'test'): string {
  return rng
    .pick((wording === 'train' ? TRAIN_WORDS : TEST_WORDS)[impact])
    .replaceAll('{z}', String(zone ?? ''))
    .replaceAll('{n}', String(maskSlots(mask ?? '').length))
    .replaceAll('{s}', maskSlots(mask ?? '').join(', '))
}

/** any mask but 0000 */
export const randomMask = (rng: Rng): Mask => bitsMask(1 + rng.int(15))
