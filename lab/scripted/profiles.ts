/**
 * Scripted critics (benchmarks §6.1): how good a critic is, as an input. They check that the loop carries the quality
 * of feedback into the score; they say nothing about any real model, whatever its name.
 */
export interface CriticProfile {
  /** chance that a real issue is reported */
  readonly recall: number
  /** chance that a report holds an issue that is not real */
  readonly falseIssue: number
  /** chance that an issue is blamed on the right node */
  readonly attribution: number
  /** chance that the face of one block is read right */
  readonly faces: number
  /** of the confidence c: mean and standard deviation, before it is cut to [0, 1] */
  readonly confidence: { readonly mean: number; readonly sd: number }
  /** the actor is told the faces of the blocks (VRL-07), as `faces` reads them */
  readonly blockInfo: boolean
}

export const CRITIC_PROFILES = {
  '7b': profile(0.45, { falseIssue: 0.45, attribution: 0.4, faces: 0.55, mean: 0.6, sd: 0.2 }),
  '3b-ft': profile(0.68, { falseIssue: 0.25, attribution: 0.65, faces: 0.72, mean: 0.66, sd: 0.07 }),
  gemini: profile(0.86, { falseIssue: 0.12, attribution: 0.82, faces: 0.9, mean: 0.86, sd: 0.06 }),
  'gemini+blockinfo': {
    ...profile(0.92, { falseIssue: 0.06, attribution: 0.9, faces: 0.995, mean: 0.9, sd: 0.04 }),
    blockInfo: true,
  },
} as const satisfies Readonly<Record<string, CriticProfile>>

export type ProfileName = keyof typeof CRITIC_PROFILES

/** What a sweep may change in a profile: shares, in [0, 1]. */
const PROFILE_SHARES = ['recall', 'falseIssue', 'attribution', 'faces'] as const

/**
 * A profile by its name, with shares changed behind slashes: `gemini`, `gemini/recall=0.45/attribution=0.4`.
 * @returns `undefined` when there is no such profile or no such share
 */
export function profileNamed(text: string): CriticProfile | undefined {
  const [name = '', ...changes] = text.split('/')
  const base = PROFILE_NAMES.find((each) => each === name)
  if (base === undefined) return undefined
  let changed: CriticProfile = CRITIC_PROFILES[base]
  for (const change of changes) {
    const match = /^([A-Za-z]+)=(0|1|0?\.\d{1,6}|1\.0+)$/.exec(change)
    const share = PROFILE_SHARES.find((each) => each === match?.[1])
    if (share === undefined) return undefined
    changed = { ...changed, [share]: Number(match?.[2]) }
  }
  return changed
}

export const PROFILE_NAMES = Object.keys(CRITIC_PROFILES) as readonly ProfileName[]

interface ProfileFigures {
  readonly falseIssue: number
  readonly attribution: number
  readonly faces: number
  readonly mean: number
  readonly sd: number
}

function profile(
  recall: number,
  { falseIssue, attribution, faces, mean, sd }: ProfileFigures,
): CriticProfile {
  return { recall, falseIssue, attribution, faces, confidence: { mean, sd }, blockInfo: false }
}
