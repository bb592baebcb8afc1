import type { CriticMode } from './report.js'

/** The ordinal severity rubric of vrl.txt III.C. Prompt text and levels in code come from this one table. */
export type Level = 'clean' | 'minor' | 'borderline' | 'actionable' | 'severe'

/** s at or above this is actionable in every mode and alarms a human (VRL-12, VRL-13) */
export const ACTIONABLE_S = 0.5
/** s above this is severe in every mode */
const SEVERE_S = 0.7

interface Row {
  readonly level: Level
  /** highest s of this level */
  readonly upTo: number
  /** whether `upTo` itself is included */
  readonly inclusive: boolean
  readonly range: string
  readonly text: string
}

const SHARED: readonly Row[] = [
  {
    level: 'actionable',
    upTo: SEVERE_S,
    inclusive: true,
    range: '[0.5, 0.7]',
    text: 'an actionable problem',
  },
  {
    level: 'severe',
    upTo: 1,
    inclusive: true,
    range: '(0.7, 1]',
    text: 'a severe or safety-critical failure',
  },
]

/** The paper does not name (0, 0.1); it counts as minor (VRL-11). */
const RUBRIC: Readonly<Record<CriticMode, readonly Row[]>> = {
  initial: [
    { level: 'clean', upTo: 0, inclusive: true, range: '0', text: 'a clean set-up' },
    { level: 'minor', upTo: 0.3, inclusive: true, range: '(0, 0.3]', text: 'a minor imperfection' },
    { level: 'borderline', upTo: 0.5, inclusive: false, range: '(0.3, 0.5)', text: 'a borderline case' },
    ...SHARED,
  ],
  intermediate: tolerant(),
  final: tolerant(),
}

/** More tolerant below 0.5, because some manipulation noise is unavoidable; equal to INITIAL from 0.5 upwards. */
function tolerant(): readonly Row[] {
  return [
    {
      level: 'clean',
      upTo: 0.1,
      inclusive: false,
      range: '[0, 0.1)',
      text: 'nothing beyond manipulation noise',
    },
    { level: 'minor', upTo: 0.4, inclusive: true, range: '[0.1, 0.4]', text: 'a minor imperfection' },
    { level: 'borderline', upTo: 0.5, inclusive: false, range: '(0.4, 0.5)', text: 'a borderline case' },
    ...SHARED,
  ]
}

/** The rubric's name for an alarm score. @throws RangeError outside [0, 1]; use `alarm` for unchecked scores */
export function level(s: number, mode: CriticMode): Level {
  const row =
    s >= 0 ? RUBRIC[mode].find(({ upTo, inclusive }) => (inclusive ? s <= upTo : s < upTo)) : undefined
  if (!row) throw new RangeError(`alarm score ${s} is outside [0, 1]`)
  return row.level
}

/** The rubric as prompt text, one line per level. */
export function rubricText(mode: CriticMode): string {
  return RUBRIC[mode].map(({ range, level: name, text }) => `s in ${range}: ${name}, ${text}`).join('\n')
}
