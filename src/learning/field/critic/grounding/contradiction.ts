import { maskSlots } from '#base/field-map.js'
import { faceMask, parseAnswer, type Answer } from '../dialogue/answer.js'
import type { Executed } from '../blame/executed.js'
import type { Evidence } from '../evidence.js'
import type { CriticReport, Issue } from '#learning/critic/report.js'
import { isCorrectness } from '#learning/critic/codes.js'

/** Verdict of trace, sensors and score on an issue, before it reaches the actor (VRL-31). */
type Support = 'supported' | 'contradicted' | 'unknown'

export interface ExaminationInput {
  readonly executed: Executed
  readonly evidence: Evidence | undefined
  /** the rule-based score R in points, once it is known */
  readonly score?: number
}

/** points for a correct position, and for a correct block including its share of a batch bonus (vrl.txt Table I) */
const HOME_POINTS = 20
const POINTS_PER_BLOCK = 12.5

/**
 * A deterministic cross-examination: each issue is checked against trace, sensors and score. An issue already judged by
 * a sensor keeps that verdict.
 */
export function crossExamine(
  issues: readonly Issue[],
  answer: Answer | undefined,
  input: ExaminationInput,
): Issue[] {
  return issues.map((issue) => {
    if (issue.grounded !== 'unverified') return issue
    const support = supportOf(issue, answer, input)
    return {
      ...issue,
      ...(support === 'supported' && !bearsOnSlots(issue, input) && { loosely: true }),
      grounded: support === 'supported' ? 'confirmed' : support === 'contradicted' ? 'refuted' : 'unverified',
    }
  })
}

function supportOf(issue: Issue, answer: Answer | undefined, input: ExaminationInput): Support {
  const bySensors = supportByVacuum(issue, input)
  if (bySensors !== 'unknown') return bySensors
  return claimsNothingPlaced(issue, answer) && blocksPlacedAtLeast(input) > 0 ? 'contradicted' : 'unknown'
}

/** Checks a claim that a zone lacks blocks against the vacuum, which may have shown all four set down there. */
function supportByVacuum({ impact, zone }: Issue, { executed, evidence }: ExaminationInput): Support {
  if (impact !== 'placement' || zone === null) return 'unknown'
  const unload = executed.steps.findLast((step) => step.node === 'UnloadBlocks' && step.zone === zone)
  const slots = evidence?.world.zones.get(zone)?.slots
  if (!slots || unload === undefined) return 'unknown'
  if (!unload.ok) return 'supported'
  return slots.every((slot) => slot !== null) ? 'contradicted' : 'unknown'
}

/** An unloading that failed says that blocks are missing, but not where the vacuum has set one down. */
function bearsOnSlots({ zone, mask }: Issue, { evidence }: ExaminationInput): boolean {
  const slots = zone === null ? undefined : evidence?.world.zones.get(zone)?.slots
  return mask === null || slots === undefined || maskSlots(mask).every((slot) => slots[slot] === null)
}

/** The case of vrl.txt Fig. 9: the critic sees every unload zone empty. */
function claimsNothingPlaced(issue: Issue, answer: Answer | undefined): boolean {
  if (issue.impact !== 'placement' || issue.zone === null || !answer) return false
  return (
    faceMask(
      answer.zones.get(issue.zone) ?? { faces: ['hidden', 'hidden', 'hidden', 'hidden'], findings: [] },
      'empty',
    ) === '1111'
  )
}

/** Number of correct blocks that the score alone proves; penalties only raise it. */
function blocksPlacedAtLeast({ score, executed }: ExaminationInput): number {
  if (score === undefined) return 0
  return Math.ceil((score - HOME_POINTS + executed.seconds) / POINTS_PER_BLOCK)
}

/**
 * Weight of an issue in an edit: 0 when refuted, half when only the model claims it and it concerns correctness
 * (CRIT-02, AMB-31).
 */
export function editWeight({ grounded, impact }: Pick<Issue, 'grounded' | 'impact'>): 0 | 0.5 | 1 {
  if (grounded === 'refuted') return 0
  return grounded === 'confirmed' || !isCorrectness(impact) ? 1 : 0.5
}

/** The report with its issues judged again once the score is known. What the critic saw is parsed from `raw`. */
export function reexamined(report: CriticReport, input: ExaminationInput): CriticReport {
  const answer = parseAnswer(report.raw)
  return { ...report, issues: crossExamine(report.issues, answer.ok ? answer.value : undefined, input) }
}
