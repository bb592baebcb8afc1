import { type Account, type PlannedStep, formatStep } from '../domain/domain.js'

/** Why a step was refused: the rule, and the beliefs that it reads. */
export interface Reasons {
  readonly rule: string | null
  readonly believed: readonly { readonly fact: string; readonly since: string | null }[]
}

/** A world as left by a step or a drift. */
export interface WorldChange<S> {
  /** `LoadBlocks`, `the drift of 12.3 s` */
  readonly by: string
  readonly end: S
}

/** A refusal with its reasons, ready to be put into sentences. */
export interface Explained {
  readonly after: PlannedStep | null
  readonly step: Pick<PlannedStep, 'skill' | 'args'>
  /** the command that was refused, in words */
  readonly command?: string
  readonly checkId: string
  /** what is wrong and what to do, with or without the pair as a prefix */
  readonly text: string
  readonly because: Reasons | null
  readonly fix: readonly PlannedStep[] | null
}

/**
 * Returns the deciding beliefs and what caused each: the step or drift after the last world in which it did not hold.
 * @param account account of the refusing check, for any world
 * @param history worlds from `start` to the refusal, in order
 */
export function reasonsFor<S>(
  account: (state: S) => Account,
  state: S,
  start: S,
  history: readonly WorldChange<S>[],
): Reasons {
  const { rule = null, believed } = account(state)
  const worlds = [{ by: null, end: start }, ...history]
  const said = worlds.map(({ end }) => new Set(account(end).believed))
  const since = (fact: string): string | null => {
    const before = said.findLastIndex((fluents) => !fluents.has(fact))
    return before === -1 ? null : (worlds[before + 1]?.by ?? 'what the sensors have seen since')
  }
  return { rule, believed: believed.map((fact) => ({ fact, since: since(fact) })) }
}

/** Explains a refusal: the step, the rule that refuses it, the beliefs and since when, the problem, and a fix. */
export function explain({ after, step, command, checkId, text, because, fix }: Explained): string {
  const when = after === null ? 'as the first step' : `after ${formatStep(after)}`
  const what = command === undefined || command === formatStep(step) ? 'was requested' : `would ${command}`
  const bare = text.startsWith(`${formatStep(step)} `) ? text.slice(text.indexOf(': ') + 2) : text
  return [
    `${formatStep(step)}, ${when}, ${what}.`,
    because === null || because.rule === null
      ? `It is refused by ${checkId}.`
      : `The rule ${checkId} says: ${because.rule}.`,
    ...(because?.believed ?? []).map(
      ({ fact, since }) => `Believed: ${fact} (${since === null ? 'from the start' : `since ${since}`}).`,
    ),
    `So: ${bare}.`,
    ...(fix === null ? [] : [`Fix: run ${fix.map(formatStep).join(', then ')} first.`]),
  ].join(' ')
}
