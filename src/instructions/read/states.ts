import { truthOf, type StateFrame } from '../frames.js'
import { startsOrStops } from '../words/thesaurus.js'
import { hasManner, isKnownVerb } from '../words/verbs.js'
import { range } from './clauses.js'
import { allowed, firstOf, stemAt, wordsOf, type Goal, type Meaning, type Part } from './meaning.js'
import type { Mention } from './mentions.js'
import { narrowed, saysWhich } from './placing.js'
import { filledIn, slotsOf } from './slots.js'

/** `leave the fridge closed`, `the drawer should be open`, `nothing may stand open`. */
export function stateMeanings(state: StateFrame, part: Part): Meaning[] {
  const { tokens, mentions, words } = part
  // the adjective stands behind: `pull the drawer open`
  const spoken = words.findLast((at) => truthOf(tokens[at]?.stem ?? '', state) !== undefined)
  const starts =
    spoken === undefined && state.stems.includes('on')
      ? firstOf(part, ({ stem }) => startsOrStops(stem) !== undefined)
      : undefined
  const said = spoken ?? starts
  if (said === undefined) return []
  const isNegated = words.some((at) => at < said && NEGATIONS.has(tokens[at]?.text ?? ''))
  const stem = tokens[said]?.stem ?? ''
  const isTrue = ((spoken === undefined ? startsOrStops(stem) : truthOf(stem, state)) === true) !== isNegated
  const verb = firstOf(part, ({ stem }) => hasManner(stem, 'make') || hasManner(stem, 'stay'))
  const stays = firstOf(part, ({ stem, text }) => hasManner(stem, 'stay') || ALWAYS.has(text))
  return targetsOf(state, part).flatMap(({ mention, fit, others }) =>
    slotsOf('it', mention).flatMap((slot): Meaning[] => {
      const goals = filledIn(stated(state, isTrue), [slot])
      const never = stays === undefined ? [] : filledIn(stated(state, !isTrue), [slot])
      const isAll = never.length > 0 && never.every((one) => part.world.holds(one.formula) === false)
      return [
        {
          goals: isAll ? [] : goals,
          assumes: [],
          never: isAll ? never : [],
          fit: (verb === undefined ? 0.85 : 0.95) * slot.fit * fit * 0.4 ** others.length,
          used: new Set([
            ...(verb === undefined ? [] : [verb]),
            said,
            ...words.filter((at) => ALWAYS.has(tokens[at]?.text ?? '')),
            ...(isNegated ? words.filter((at) => NEGATIONS.has(tokens[at]?.text ?? '')) : []),
            ...mentions.filter((one) => !others.includes(one)).flatMap(wordsOf),
          ]),
          about: slot.things,
          verb: stemAt(part, verb ?? said),
        },
      ]
    }),
  )
}

const NEGATIONS = new Set(['not', 'no', 'nothing', 'neither', 'nor', 'never', 'none'])

/** `the whole time`, `throughout` */
const ALWAYS = new Set(['whole', 'throughout', 'always', 'meanwhile'])

const wordFor = ({ stems, name }: StateFrame, isTrue: boolean): string =>
  `${isTrue ? '' : 'not '}${name.replaceAll('_', ' ') || stems.join(' ')}`

const stated = (state: StateFrame, isTrue: boolean): Goal => ({
  formula: isTrue ? state.formula : `not ${state.formula}`,
  text: `the {?it} is ${wordFor(state, isTrue)}`,
})

interface Target {
  readonly mention: Mention
  readonly fit: number
  readonly others: readonly Mention[]
}

/** The mentions that a fact can be about; nothing and everything are all of its things. */
function targetsOf({ values }: Pick<StateFrame, 'values'>, part: Part): Target[] {
  const { tokens, words, mentions } = part
  const isEverything = words.some((at) => EVERYTHING.has(tokens[at]?.text ?? ''))
  const all: Mention = {
    from: 0,
    to: 0,
    quantity: 'all',
    candidates: [...values].map((thing) => ({ thing, fit: 0.95 })),
    prep: undefined,
    prepWord: '',
  }
  const named = mentions.flatMap((mention): Target[] => {
    const found = allowed(values, mention)
    if (found === undefined) return []
    const which = mentions.filter(
      (one) => one !== mention && one.pronoun !== 'it' && saysWhich(one, found, part),
    )
    const others = mentions.filter((one) => one !== mention && !which.includes(one))
    const own = which.reduce((one, by) => narrowed(one, by, part), found)
    return [{ mention: own, fit: mention.prep === undefined || mention.prep === 'with' ? 1 : 0.4, others }]
  })
  if (!isEverything) return named
  // `nothing in the kitchen`
  const which = mentions.filter((one) => saysWhich(one, all, part))
  const own = which.reduce((one, by) => narrowed(one, by, part), all)
  return [{ mention: own, fit: 1, others: mentions.filter((one) => !which.includes(one)) }]
}

const EVERYTHING = new Set(['nothing', 'everything', 'all'])

/** What must not be done to a thing at all: `hands off the lid`, `without touching the doors`. */
export function untouched(part: Part): Meaning[] {
  const { world, mentions } = part
  const found = mentions.flatMap((mention): Goal[] =>
    world.states.flatMap((state) =>
      (allowed(state.values, mention)?.candidates ?? []).flatMap(({ thing }) => {
        const slot = { port: 'it', things: [thing], isAll: true, fit: 1 }
        const isTrue = filledIn(stated(state, true), [slot]).every(
          ({ formula }) => world.holds(formula) === true,
        )
        return filledIn(stated(state, !isTrue), [slot])
      }),
    ),
  )
  if (found.length === 0) return []
  const used = new Set([...part.words, ...mentions.flatMap(wordsOf)])
  const things = mentions.flatMap(({ candidates }) => candidates.map(({ thing }) => thing))
  return [{ goals: found, assumes: [], never: [], fit: 0.9, used, about: things, verb: undefined }]
}

export const isTouching = (part: Part): boolean =>
  range(part.clause.from, part.clause.to).some((at) => {
    const { stem = '', text = '' } = part.tokens[at] ?? {}
    return hasManner(stem, 'touch') || text === 'hands' || text === 'fingers'
  })

/** It has a verb of some kind. */
export const hasVerb = (part: Part): boolean =>
  firstOf(part, ({ stem, text }) => isKnownVerb(stem) || part.world.lexicon.isVerb(text)) !== undefined
