import type { FieldMap } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { ReportInput, ScriptedClaim } from '#lab/scripted/scripted-critic.js'
import { attribute } from '#learning/field/critic/blame/attribute.js'
import { readExecuted } from '#learning/field/critic/blame/executed.js'
import { lageaCode } from '#learning/critic/codes.js'
import { CriticMemory } from '#learning/field/critic/memory.js'
import type { CriticMode, Issue } from '#learning/critic/report.js'
import { randomFix } from './random-fix.js'

export interface ClaimContext {
  readonly mode: CriticMode
  readonly report: ReportInput
  readonly rng: Rng
}

/**
 * The issue that a scripted critic reports: with right attribution blame and fix are looked up as the
 * product does, with wrong attribution the fix is one at random (benchmarks §6.1).
 */
export function scriptedIssue(
  map: FieldMap,
  claim: ScriptedClaim,
  { mode, report: { doc, trace, episode }, rng }: ClaimContext,
): Issue {
  const { impact, zone, mask, key, severity, attributed } = claim
  const wild = randomFix(doc, map, rng)
  const scope = { mode, map, doc, executed: readExecuted(trace), memory: new CriticMemory(episode) }
  const { nodePath, traceSeq, suggestedFix, fix } = attributed
    ? attribute({ impact, zone, mask }, scope)
    : { nodePath: null, traceSeq: [], suggestedFix: `${wild.kind} (blamed at random)`, fix: wild }
  return {
    id: key,
    code: lageaCode(impact),
    impact,
    nodePath,
    zone,
    mask,
    explanation: `scripted: ${key}`,
    suggestedFix,
    ...(fix === undefined ? {} : { fix }),
    operational: fix !== undefined,
    severity,
    evidence: { frames: [], traceSeq },
    grounded: 'unverified',
  }
}
