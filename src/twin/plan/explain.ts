import { type Account, type PlannedStep, sayStep } from '../domain/domain.js'

/** Why a step was refused: the rule, and what is believed of the things that it looks at. */
export interface Because {
  readonly rule: string | null
  readonly believed: readonly { readonly fact: string; readonly since: string | null }[]
}

/** A world as something left it: a step, or a drift. */
export interface Came<S> {
  /** `LoadBlocks`, `the drift of 12.3 s` */
  readonly by: string
  readonly end: S
}

/** A refusal with its reasons, to be told in sentences. */
export interface Explained {
  readonly after: PlannedStep | null
  readonly step: Pick<PlannedStep, 'skill' | 'args'>
  /** the command that was refused, in words */
  readonly command?: string
  readonly checkId: string
  /** what is wrong and what to do, with or without the pair in front */
  readonly text: string
  readonly because: Because | null
  readonly mend: readonly PlannedStep[] | null
}

/**
 * What is believed, and what has brought each belief: the last of the worlds before in which it was not so tells.
 * @param account of the check that refused, in any world
 * @param history worlds from `start` to the one of the refusal, in order
 */
export function becauseOf<S>(
  account: (state: S) => Account,
  state: S,
  start: S,
  history: readonly Came<S>[],
): Because {
  const { rule = null, believed } = account(state)
  const worlds = [{ by: null, end: start }, ...history]
  const said = worlds.map(({ end }) => new Set(account(end).believed))
  const since = (fact: string): string | null => {
    const before = said.findLastIndex((fluents) => !fluents.has(fact))
    return before === -1 ? null : (worlds[before + 1]?.by ?? 'what the sensors have seen since')
  }
  return { rule, believed: believed.map((fact) => ({ fact, since: since(fact) })) }
}

/** What was to be done, which rule says no, what is believed and since when, what is wrong, and what would mend it. */
export function explain({ after, step, command, checkId, text, because, mend }: Explained): string {
  const when = after === null ? 'as the first step' : `after ${sayStep(after)}`
  const what = command === undefined || command === sayStep(step) ? 'was to be done' : `was to ${command}`
  const bare = text.startsWith(`${sayStep(step)} `) ? text.slice(text.indexOf(': ') + 2) : text
  return [
    `${sayStep(step)}, ${when}, ${what}.`,
    because === null || because.rule === null
      ? `It is refused by ${checkId}.`
      : `The rule ${checkId} says: ${because.rule}.`,
    ...(because?.believed ?? []).map(
      ({ fact, since }) => `Believed: ${fact} (${since === null ? 'from the start' : `since ${since}`}).`,
    ),
    `So: ${bare}.`,
    ...(mend === null ? [] : [`${mend.map(sayStep).join(', then ')} before it would do.`]),
  ].join(' ')
}
