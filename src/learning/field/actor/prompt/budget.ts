import type { NodeLibrary } from '#bt/library.js'
import type { Situation } from '../situation/finding.js'
import type { ActorInput } from '../contract.js'

/** What a prompt drops when it does not fit, in this order (each step in addition to the previous ones). */
export const DROP_ORDER = [
  'nothing',
  'history beyond the last two',
  'history beyond the last one',
  'all history',
  'the words of the critic',
  'units of the trace that went well',
  'issues that are not supported',
  'insides of units that nothing speaks of',
  'units that nothing speaks of',
] as const

/** Number of steps of `DROP_ORDER` taken; 0 = everything is kept. */
export type TrimLevel = number

export interface Fitted {
  readonly prompt: string
  readonly tokens: number
  readonly dropped: (typeof DROP_ORDER)[number]
}

/**
 * Finds the richest prompt that fits.
 * @param budget tokens for the prompt alone: context size minus the reply's budget
 * @returns undefined when even the shortest one is too long: then there is no edit
 */
export async function fitPrompt(
  build: (level: TrimLevel) => string,
  countTokens: (text: string) => Promise<number>,
  budget: number,
): Promise<Fitted | undefined> {
  for (const [level, dropped] of DROP_ORDER.entries()) {
    const prompt = build(level)
    const tokens = await countTokens(prompt)
    if (tokens <= budget) return { prompt, tokens, dropped }
  }
  return undefined
}

/** number of entries of H shown */
export const historyShown = (level: TrimLevel): number => Math.max(0, 3 - level)
export const wordsShown = (level: TrimLevel): boolean => level < 4
export const goodUnitsShown = (level: TrimLevel): boolean => level < 5
export const idleIssuesShown = (level: TrimLevel): boolean => level < 6
export const unitInsidesShown = (level: TrimLevel): boolean => level < 7
export const unitsShown = (level: TrimLevel): boolean => level < 8

/** `compact`: for the small shipped model, terse and copy-friendly. `full`: prose for any larger chat model. */
export type PromptProfile = 'compact' | 'full'

export interface PromptInput {
  readonly actor: ActorInput
  readonly situation: Situation
  readonly library: NodeLibrary
  readonly maxEdits: number
  /** refused replies of this request, oldest first */
  readonly refusals: readonly { readonly reply: string; readonly text: string }[]
}
