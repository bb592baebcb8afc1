import type { NodePath } from '#bt/document.js'
import { FIELD_IMPACT, type Astray, type FieldFix, type FieldPlace, type NotSeen } from './field-report.js'

/** Structured feedback of the critic (VRL-08…13, LAGEA-01…04). */
export interface CriticReport {
  readonly mode: CriticMode
  readonly episode: number
  /** INTERMEDIATE: number of the subtree boundary, from 1; otherwise 0 */
  readonly step: number
  readonly outcome: 'success' | 'failure' | 'unknown'
  readonly issues: readonly Issue[]
  /** alarm score s in [0, 1] by the ordinal rubric (vrl.txt III.C) */
  readonly s: number
  /** confidence c in [0, 1] */
  readonly c: number
  readonly summary: string
  /** the model's output, at most 64 KiB */
  readonly raw: string
  readonly model: string
  /** ids of the frames shown to the model */
  readonly frames: readonly string[]
  /** ids of issues in the first answer that sensors refuted and that were reported back once (CRIT-10) */
  readonly toldBack?: readonly string[]
  /** registration of the newest picture, and whether its colours are as expected */
  readonly picture?: PictureCheck
  /** why there is no judgement at all (AMB-03): s and c are then 0 and meaningless; alarms as `critic_unavailable` */
  readonly unavailable?: string
  /** the same in the schema of lagea.txt, on FINAL reports (LAGEA-01) */
  readonly lagea?: LageaFeedback
}

/** A report of a critic that judged nothing: no issue, and no confidence unless `says` has it (AMB-03). */
export const emptyReport = (
  moment: Pick<CriticReport, 'mode' | 'episode' | 'step'>,
  says: Pick<CriticReport, 'summary' | 'model'> & Partial<CriticReport>,
): CriticReport => ({ ...moment, outcome: 'unknown', issues: [], s: 0, c: 0, raw: '', frames: [], ...says })

/** The report of a critic that could not judge, and why: it calls a human (AMB-03). */
export const unjudged = (
  moment: Pick<CriticReport, 'mode' | 'episode' | 'step'>,
  says: Pick<CriticReport, 'model'> & { readonly unavailable: string } & Partial<CriticReport>,
): CriticReport =>
  emptyReport(moment, { summary: `The critic could not judge: ${says.unavailable}.`, ...says })

/** The environment decides how an episode ended, never the model (AMB-26). */
export const outcomeOf = (endReason: string): CriticReport['outcome'] =>
  endReason === 'tree-success' || endReason === 'home-reached' ? 'success' : 'failure'

export interface PictureCheck {
  /** false: the map's lines were not found in the picture; the camera is assumed to be where it was measured */
  readonly registered: boolean
  /** offset of the picture from where it should be, pixels right and down */
  readonly shift: { readonly u: number; readonly v: number }
  /**
   * of the slots in which the model or plain colour sees a block, the fraction they read differently; 1 without colour
   */
  readonly differ: number
  /** hue shift of the blocks' paint, degrees; null = not both paints are visible */
  readonly hue: number | null
  /** places that cannot be judged */
  readonly notSeen: readonly NotSeen[]
  /** every face is then unknown, here or in the whole episode; absent while the camera is where it was measured */
  readonly astray?: Astray
}

/** lagea.txt Fig. 9. The outcome is the environment's, never the model's (AMB-26). */
export interface LageaFeedback {
  readonly task: string
  readonly outcome: 'success' | 'failure'
  readonly primary_error: { readonly code: LageaCode | 'good_grasp'; readonly explanation: string }
  readonly secondary_factors: readonly LageaCode[]
  /** indices of the pictures that show what went wrong: 0 = INITIAL, then each boundary, then FINAL */
  readonly key_frame_indices: readonly number[]
  readonly suggested_fix: string
  readonly confidence: number
  readonly summary: string
}

export type CriticMode = 'initial' | 'intermediate' | 'final'

export interface Issue extends FieldPlace {
  /** `orientation@2`: unique in the report; edits name it as their cause */
  readonly id: string
  readonly code: LageaCode
  readonly impact: Impact
  readonly nodePath: NodePath | null
  readonly explanation: string
  /** names a library node or a parameter when the critic can (CRIT-14) */
  readonly suggestedFix: string
  /** the same fix in fields that an actor can copy; absent when no edit of the tree would help */
  readonly fix?: Fix
  /** false when the fix names neither a library node nor a parameter (CRIT-14) */
  readonly operational?: boolean
  /** severity of this issue alone, in [0, 1] */
  readonly severity: number
  readonly evidence: { readonly frames: readonly string[]; readonly traceSeq: readonly number[] }
  /** verdict of the sensors (CRIT-09), then of trace and score (VRL-31) */
  readonly grounded: 'confirmed' | 'refuted' | 'unverified'
  /**
   * Confirmed by what says less than the claim, such as paint in a zone, which is on no slot in particular. Edits weigh
   * it as confirmed; people are shown that nobody has verified it.
   */
  readonly loosely?: true
}

/** What people are shown: confirmed is only what the evidence bears out as it is claimed. */
export const shownGrounding = ({
  grounded,
  loosely,
}: Pick<Issue, 'grounded' | 'loosely'>): Issue['grounded'] =>
  grounded === 'confirmed' && loosely === true ? 'unverified' : grounded

/**
 * What to change, found by look-up, never by the model. Every path addresses the MAIN tree: for a faulty node inside a
 * SubTree, it is the SubTree's path.
 */
export type Fix =
  | { readonly kind: 'remove-node'; readonly at: NodePath }
  /** `from` and `to` are the first and last node to be retried together */
  | { readonly kind: 'retry'; readonly from: NodePath; readonly to: NodePath; readonly attempts: number }
  | FieldFix

/** lagea.txt Table 6. Every impact maps to exactly one of them (AMB-20). */
export type LageaCode =
  'wrong_object' | 'bad_approach_direction' | 'failed_grasp' | 'insufficient_force' | 'drift_from_goal'

export const IMPACTS = [
  'placement',
  'orientation',
  'grasp',
  'navigation',
  FIELD_IMPACT,
  'timing',
  'final-position',
  'coverage',
  'plan-structure',
  'perception',
  'safety',
  'style',
] as const
export type Impact = (typeof IMPACTS)[number]

/**
 * Why a human is alarmed: by the critic (VRL-13, AMB-02, AMB-03); by the loop, whose tree the twin refuses, or which
 * makes no progress; by the robot. And how people read it, wherever they do.
 */
export const ALARM_REASONS = {
  severity: { by: 'critic', words: 'severe' },
  low_confidence: { by: 'critic', words: 'critic unsure' },
  critic_unavailable: { by: 'critic', words: 'critic unavailable' },
  picture: { by: 'critic', words: 'check the picture' },
  twin_refuses: { by: 'loop', words: 'the twin refuses the tree' },
  no_progress: { by: 'loop', words: 'no progress' },
  robot_in_doubt: { by: 'robot', words: 'nobody knows whether the robot stands' },
  not_started: { by: 'robot', words: 'the episode did not start' },
} as const satisfies Readonly<Record<string, { by: 'critic' | 'loop' | 'robot'; words: string }>>

export type AlarmReason = keyof typeof ALARM_REASONS
export type CriticReason = 'severity' | 'low_confidence' | 'critic_unavailable'

/** `severe, critic unsure`; a reason that only a newer version knows stays as it is written */
export const reasonsInWords = (reasons: readonly AlarmReason[]): string =>
  reasons.map((reason) => (isKnown(reason) ? ALARM_REASONS[reason].words : reason)).join(', ')

/** Who calls with it. */
export const callerOf = (reason: AlarmReason): 'critic' | 'loop' | 'robot' | undefined =>
  isKnown(reason) ? ALARM_REASONS[reason].by : undefined

const isKnown = (reason: string): boolean => Object.hasOwn(ALARM_REASONS, reason)
