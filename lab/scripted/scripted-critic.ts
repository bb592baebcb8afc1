import type { Evidence } from '#learning/field/critic/evidence.js'
import { SLOTS, slotsMask, type Mask, type ZoneId } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import type { NodePath } from '#bt/document.js'
import type { Critic, FinalInput, IntermediateInput } from '#learning/critic/critic.js'
import type { CriticMode, CriticReport, Impact, Issue } from '#learning/critic/report.js'
import type { CriticProfile } from './profiles.js'

/** What is wrong in truth, as far as a scripted critic needs it. */
export interface TrueFault {
  readonly impact: Impact
  readonly zone: ZoneId | null
  readonly mask: Mask | null
  readonly nodePath: NodePath | null
  readonly key: string
}

/** What the critic has decided to say about one thing. */
export interface ScriptedClaim extends Omit<TrueFault, 'nodePath'> {
  readonly severity: number
  /** blamed on the right node */
  readonly attributed: boolean
}

export interface ScriptedCriticSetting {
  readonly profile: CriticProfile
  /** names the stream of the critic's luck: seed, field */
  readonly luck: readonly (string | number)[]
  /** ground truth at the moment of the call: a scripted critic is told what it shall see of it */
  readonly truth: (mode: CriticMode, input: ReportInput) => readonly TrueFault[]
  /** things that could be wrong on this field, for issues that are not real */
  readonly imaginable: readonly Pick<TrueFault, 'impact' | 'zone' | 'key'>[]
  /** blame and fix of what was said, and the rest of an issue */
  readonly issue: (claim: ScriptedClaim, mode: CriticMode, input: ReportInput, rng: Rng) => Issue
}

export type ReportInput = IntermediateInput<Evidence> | FinalInput<Evidence>

/**
 * A stand-in that reports what really is wrong with given recall, precision, attribution and sight. Never the product's
 * critic: `graft run` cannot choose it. It looks at no picture.
 */
export function createScriptedCritic(setting: ScriptedCriticSetting): Critic<Evidence> {
  return {
    initial: ({ episode }) => Promise.resolve(report(setting, { mode: 'initial', episode, step: 0 }, [])),
    intermediate: (input) => {
      const head = { mode: 'intermediate', episode: input.episode, step: input.step } as const
      return Promise.resolve(scriptedReport(setting, head, input))
    },
    final: (input) =>
      Promise.resolve(scriptedReport(setting, { mode: 'final', episode: input.episode, step: 0 }, input)),
  }
}

/** Severity of one thing by benchmarks §6.1; `blocks` is how many are concerned. */
function severityOf(impact: Impact, zone: ZoneId | null, blocks: number): number {
  switch (impact) {
    case 'navigation':
      return 0.6
    case 'placement':
      // astray, or fewer than were brought
      return zone === null ? 0.6 : blockSeverity(blocks)
    case 'orientation':
    case 'grasp':
      return blockSeverity(blocks)
    case 'shelf':
      return 0.55
    case 'final-position':
    case 'timing':
      return 0.5
    case 'coverage':
    case 'plan-structure':
    case 'perception':
    case 'safety':
    case 'style':
      return 0.2
  }
}

/** 1 → .30, 2 → .45, 3 → .55, 4…7 → .70, 8 and more → .80 */
const blockSeverity = (blocks: number): number =>
  blocks >= 8 ? 0.8 : blocks >= 4 ? 0.7 : blocks === 3 ? 0.55 : blocks === 2 ? 0.45 : 0.3

type Head = Pick<CriticReport, 'mode' | 'episode' | 'step'>

function scriptedReport(setting: ScriptedCriticSetting, head: Head, input: ReportInput): CriticReport {
  const { mode, episode, step } = head
  const rng = stream(...setting.luck, episode, 'scripted-critic', mode, step)
  const claims = scriptedClaims(setting, setting.truth(mode, input), rng)
  return report(
    setting,
    head,
    claims,
    claims.map((each) => setting.issue(each, mode, input, rng)),
  )
}

function scriptedClaims(
  { profile, imaginable }: ScriptedCriticSetting,
  truth: readonly TrueFault[],
  rng: Rng,
): ScriptedClaim[] {
  const real = truth.flatMap((wrong) => {
    // drawn whether it is seen or not: two profiles meet the same luck
    const [seen, attributed] = [rng.chance(profile.recall), rng.chance(profile.attribution)]
    const mask =
      wrong.impact === 'orientation' ? misread(wrong.mask ?? '0000', profile.faces, rng) : wrong.mask
    return seen && mask !== UNSEEN ? [claimOf({ ...wrong, mask }, attributed)] : []
  })
  const [imagined, attributed] = [rng.chance(profile.falseIssue), rng.chance(profile.attribution)]
  const free = imaginable.filter(({ key }) => !truth.some((wrong) => wrong.key === key))
  const pick = rng.int(Math.max(1, free.length))
  const mask = slotsMask(SLOTS.filter(() => rng.chance(0.5)))
  const ghost = imagined ? free[pick] : undefined
  if (ghost === undefined) return real
  const slots = ghost.impact === 'orientation' || ghost.impact === 'grasp' ? mask : null
  return [...real, claimOf({ ...ghost, mask: slots }, attributed)]
}

/** every block of a zone read as right: nothing to report about it */
const UNSEEN: Mask = '0000'

const claimOf = (wrong: Omit<TrueFault, 'nodePath'>, attributed: boolean): ScriptedClaim => ({
  impact: wrong.impact,
  zone: wrong.zone,
  mask: wrong.mask,
  key: wrong.key,
  severity: severityOf(wrong.impact, wrong.zone, count(wrong.mask)),
  attributed,
})

/** The faces of four blocks as a critic reads them that gets each one right with this chance. */
export const misread = (mask: Mask, right: number, rng: Rng): Mask =>
  slotsMask(SLOTS.filter((slot) => (mask[slot] === '1') === rng.chance(right)))

const count = (mask: Mask | null): number => (mask === null ? 1 : mask.replaceAll('0', '').length)

function report(
  { profile, luck }: ScriptedCriticSetting,
  head: Head,
  all: readonly ScriptedClaim[],
  issues: readonly Issue[] = [],
): CriticReport {
  const { mean, sd } = profile.confidence
  const rng = stream(...luck, head.episode, 'scripted-confidence', head.mode, head.step)
  const blocks = all
    .filter(({ impact }) => impact === 'orientation' || impact === 'grasp')
    .reduce((sum, { mask }) => sum + count(mask), 0)
  const worst = Math.max(0, ...all.map(({ severity }) => severity))
  return {
    ...head,
    outcome: 'unknown',
    issues,
    s: Math.max(worst, blocks === 0 ? 0 : blockSeverity(blocks)),
    c: Math.min(1, Math.max(0, mean + sd * rng.normal())),
    summary: `scripted: ${all.map(({ key }) => key).join(', ') || 'nothing'}`,
    raw: '',
    model: 'scripted',
    frames: [],
  }
}
