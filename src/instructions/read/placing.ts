import type { Frame, SpokenPort } from '../frames.js'
import { isTowards } from '../words/prepositions.js'
import { stemOf } from '../words/tokens.js'
import { areLikeVerbs, hasManner, isLikeOneOf } from '../words/verbs.js'
import { allowed, firstOf, wordsOf, type Goal, type Meaning, type Part } from './meaning.js'
import type { Mention } from './mentions.js'
import { filledIn, product, slotsOf, type Slot } from './slots.js'

/** What a clause means where it is about getting a thing somewhere, or giving it to somebody. */
export function placings(frame: Frame, part: Part): Meaning[] {
  const [theme, place] = frame.ports
  if (theme === undefined || place === undefined) return []
  return verbsFor(frame, part).flatMap((verb) =>
    themesFor(theme, part, verb).flatMap(({ mention: thing, fit: asTheme }) => {
      const carried = allowed(theme.values, thing)
      if (carried === undefined) return []
      return placesFor(place, part, { thing, verb, frame }).flatMap(({ mention, fit }) => {
        const others = part.mentions.filter((one) => one !== thing && !isSame(one, mention))
        return meaningsOf({
          frame,
          part,
          verb,
          carried,
          place: mention,
          others,
          fit: verb.fit * asTheme * fit,
        })
      })
    }),
  )
}

const isSame = (a: Mention, b: Mention): boolean => a.from === b.from && a.to === b.to && b.to > 0

/** What is carried: what the clause names, or what was named before where it names a place alone. */
function themesFor({ values }: SpokenPort, part: Part, { at, stem }: Verb): Placed[] {
  const named = part.mentions.flatMap((mention): Placed[] =>
    allowed(values, mention) === undefined ? [] : [{ mention, fit: fitAsTheme(mention, part) }],
  )
  if (named.some(({ fit }) => fit > 0.5)) return named
  const contents = contentsOf(values, part)
  if (contents !== undefined) return [...named, { mention: contents, fit: 0.95 }]
  const them = part.said.them.filter((thing) => values.has(thing))
  const about = them.length > 0 ? them : part.said.about.filter((thing) => values.has(thing)).slice(0, 1)
  const isPlain = (at >= 0 && stem !== undefined) || part.mentions.some(({ prep }) => prep === 'to')
  if (about.length === 0 || !isPlain) return named
  return [
    ...named,
    { mention: { ...unsaid(about, 0.85), quantity: about.length > 1 ? 'all' : 'one' }, fit: 1 },
  ]
}

/** `clear the coffee table onto the counter`: what lies on it. */
function contentsOf(values: ReadonlySet<string>, part: Part): Mention | undefined {
  const { world, mentions } = part
  const clears = firstOf(part, ({ text }) => CLEARING.has(text))
  const place = mentions.find(({ prep, from }) => prep === undefined && clears !== undefined && from > clears)
  const [first, ...others] = place?.candidates.filter(({ fit }) => fit > 0.7) ?? []
  if (place === undefined || first === undefined || others.length > 0) return undefined
  const things = [...values].filter((thing) => world.valuesOf(thing)[0] === first.thing)
  const candidates = things.map((thing) => ({ thing, fit: 0.95 }))
  return things.length === 0 ? undefined : { ...place, quantity: 'all', candidates }
}

const CLEARING = new Set(['clear', 'empty', 'tidy'])

interface Verb {
  /** -1: there is none */
  readonly at: number
  readonly stem: string | undefined
  readonly fit: number
  /** its subject gets the thing: `anna wants the book` */
  readonly isReceiving?: boolean
}

/** The verbs that can ask for it: to carry, to belong somewhere, to receive; or none, where the rest is plain. */
function verbsFor({ verbs }: Frame, part: Part): Verb[] {
  const { tokens, said, mentions } = part
  const found: Verb[] = []
  const add = (at: number | undefined, fit: number, isReceiving = false): void => {
    if (at !== undefined) found.push({ at, stem: tokens[at]?.stem, fit, isReceiving })
  }
  add(
    firstOf(part, ({ stem }) => isLikeOneOf(stem, verbs)),
    1,
  )
  add(
    firstOf(part, ({ stem }, at) => {
      const subject = mentions.findLast(({ prep, to }) => prep === undefined && to <= at)
      return hasManner(stem, 'receive') && isPerson(subject, part)
    }),
    0.95,
    true,
  )
  add(
    firstOf(part, ({ stem }) => hasManner(stem, 'carry') || hasManner(stem, 'fill')),
    0.97,
  )
  if (found.length === 0)
    add(
      firstOf(part, ({ stem }) => hasManner(stem, 'belong')),
      0.94,
    )
  if (found.length > 0) return found
  const before = said.verb
  const isSame = before !== undefined && (hasManner(before, 'carry') || isLikeOneOf(before, verbs))
  return [{ at: -1, stem: isSame ? before : undefined, fit: isSame ? 0.9 : 0.8 }]
}

export const isPerson = (mention: Mention | undefined, { world: { kinds, speakers } }: Part): boolean =>
  mention?.pronoun === 'me' ||
  (mention !== undefined &&
    mention.candidates.length > 0 &&
    mention.candidates.every(
      ({ thing }) =>
        speakers.includes(thing) ||
        kinds.some(({ name, members }) => name === 'person' && members.includes(thing)),
    ))

function fitAsTheme({ prep, prepWord, pronoun }: Mention, part: Part): number {
  // `fill the vial with water`
  if (
    firstOf(part, ({ stem }) => hasManner(stem, 'fill')) !== undefined &&
    part.mentions.some((one) => one.prepWord === 'with')
  )
    return prepWord === 'with' ? 1 : 0.15
  // `come here with it`: the robot is to keep it
  if (
    prep === 'with' &&
    firstOf(part, ({ stem }) => hasManner(stem, 'go') && !hasManner(stem, 'carry')) !== undefined
  )
    return 0
  if (prep === undefined) return 1
  if (prep === 'with')
    return prepWord === 'with' && (pronoun !== undefined || part.mentions.length === 2) ? 0.9 : 0.3
  return prep === 'to' ? 0.15 : prep === 'from' ? 0 : 0.3
}

interface Placed {
  readonly mention: Mention
  readonly fit: number
}

function placesFor(
  { values }: SpokenPort,
  part: Part,
  { thing, verb, frame }: { readonly thing: Mention; readonly verb: Verb; readonly frame: Frame },
): Placed[] {
  const named = part.mentions.flatMap((mention): Placed[] => {
    const found =
      mention === thing ? undefined : (allowed(values, mention) ?? besideThing(mention, values, part))
    return found === undefined ? [] : [{ mention: found, fit: fitAsPlace(found, part, { thing, verb }) }]
  })
  const speakers = allowed(values, unsaid(part.world.speakers, 0.9))
  const isSomewhere = named.some(({ fit, mention }) => fit > 0.5 && !saysWhich(mention, thing, part))
  if (speakers !== undefined && isForMe(verb, part) && !isSomewhere)
    named.push({ mention: speakers, fit: 0.95 })
  // `vial 3: add water`
  const spokenOf = part.said.about.filter(
    (one) => values.has(one) && !thing.candidates.some((each) => each.thing === one),
  )
  if (named.length === 0 && verb.at >= 0 && isOwnVerb(verb, frame) && spokenOf.length > 0)
    named.push({ mention: unsaid(spokenOf.slice(0, 1), 0.85), fit: 1 })
  const again = allowed(values, unsaid(part.said.place, 0.95))
  if (again !== undefined && named.length === 0 && saysToo(part)) named.push({ mention: again, fit: 0.95 })
  const [only] = values
  const isOwn = isOwnVerb(verb, frame)
  if (values.size === 1 && only !== undefined && isOwn && named.length === 0)
    named.push({ mention: unsaid([only], 0.95), fit: 1 })
  const isTo = named.some(
    ({ mention: { prep }, mention, fit }) => prep === 'to' && fit === 1 && !saysWhich(mention, thing, part),
  )
  // `on the table for ben`: the table is where
  return named
    .map((one) => (isTo && one.mention.prep === 'for' ? { ...one, fit: 0.5 * one.fit } : one))
    .filter(({ fit }) => fit > 0)
}

/** `a glass too`, `the plate as well`. */
export const saysToo = ({ tokens, words, clause, mentions, said }: Part): boolean =>
  isNextOne({ words, clause, mentions, said }) ||
  words.some((at) => TOO.has(tokens[at]?.text ?? '')) ||
  clause.joint.has('also') ||
  clause.joint.has('plus')

/** `first the medicine to anna, then the glass`: a thing alone, right behind another one that was placed. */
const isNextOne = ({
  words,
  clause,
  mentions,
  said,
}: Pick<Part, 'words' | 'clause' | 'mentions' | 'said'>): boolean =>
  said.place.length > 0 &&
  mentions.length === 1 &&
  mentions[0]?.prep === undefined &&
  words.length === 0 &&
  (clause.joint.has('and') || clause.joint.has('then'))

const TOO = new Set(['too', 'also', 'likewise', 'same'])

/** `next to the orchid`: where that is */
function besideThing(mention: Mention, values: ReadonlySet<string>, { world }: Part): Mention | undefined {
  const [first, ...others] = mention.candidates.filter(({ fit }) => fit > 0.7)
  if (mention.prep !== 'other' || !NEAR.has(mention.prepWord) || first === undefined || others.length > 0)
    return undefined
  const [place] = world.valuesOf(first.thing)
  if (place === undefined || !values.has(place)) return undefined
  return { ...mention, candidates: [{ thing: place, fit: 0.85 }], prep: 'to' }
}

const NEAR = new Set(['beside', 'near', 'by', 'with'])

const isOwnVerb = ({ at, stem }: Verb, { verbs }: Frame): boolean =>
  at >= 0 && verbs.some((own) => areLikeVerbs(own, stem ?? ''))

const FOR_ME = new Set(['bring', 'fetch', 'get', 'give', 'hand', 'pass'].map(stemOf))

/** `bring the milk`, `I need the milk`, or nothing but `the milk, please`. */
const isForMe = ({ stem, at, isReceiving }: Verb, part: Part): boolean =>
  (stem !== undefined && FOR_ME.has(stem) && at >= 0) ||
  isReceiving === true ||
  (at < 0 && part.mentions.length === 1 && part.isWhole)

function fitAsPlace(
  mention: Mention,
  part: Part,
  { thing, verb }: { readonly thing: Mention; readonly verb: Verb },
): number {
  const isTo = isPerson(mention, part)
  const isFilled =
    hasManner(verb.stem ?? '', 'fill') && part.mentions.some(({ prepWord }) => prepWord === 'with')
  if (isFilled && mention.prep === undefined) return 1
  switch (mention.prep) {
    case 'to':
      return isTo && mention.prepWord !== 'to' ? 0.4 : 1
    case 'for':
      return isTo ? 0.85 : 0.2
    case 'with':
      return isTo ? 0.5 : 0.1
    case 'from':
    case 'except':
      return 0
    case 'other':
      // beside it is not on it: no fact says so
      return 0
    case undefined:
      if (verb.isReceiving === true && mention.to <= verb.at) return isTo ? 1 : 0
      // `bring me the milk`: right behind the verb and before the thing
      return isTo && verb.at >= 0 && mention.from > verb.at && mention.to <= thing.from ? 1 : isTo ? 0.6 : 0.2
  }
}

export const unsaid = (things: readonly string[], fit: number): Mention => ({
  from: 0,
  to: 0,
  quantity: 'one',
  candidates: things.map((thing) => ({ thing, fit })),
  prep: undefined,
  prepWord: '',
})

interface Drafted {
  readonly frame: Frame
  readonly part: Part
  readonly verb: Verb
  readonly carried: Mention
  readonly place: Mention
  readonly others: readonly Mention[]
  readonly fit: number
}

/** What one more thing that is named and not explained takes from the fit. */
const UNEXPLAINED = 0.4

function meaningsOf({ frame, part, verb, carried, place, others, fit }: Drafted): Meaning[] {
  const { world } = part
  const [theme, target] = frame.ports
  if (theme === undefined || target === undefined) return []
  const about = others.filter((one) => saysWhich(one, carried, part) || saysWhere(one, carried, part))
  const ofPlace = others.filter((one) => !about.includes(one) && saysWhich(one, place, part))
  const excepted = others.filter(({ prep }) => prep === 'except' && carried.quantity === 'all')
  const rest = others.filter(
    (one) =>
      !excepted.includes(one) && !about.includes(one) && !ofPlace.includes(one) && !isIdle(one, part, frame),
  )
  const which = without(
    about.reduce((mention, one) => narrowed(mention, one, part), carried),
    part,
  )
  const where = ofPlace.reduce((mention, one) => narrowed(mention, one, part), place)
  // anything at all is not meant: what is on the table is
  if (carried.pronoun === 'any' && carried.quantity === 'all' && about.length === 0) return []
  const explained = [...excepted, ...about, ...ofPlace, ...others.filter((one) => isIdle(one, part, frame))]
  const used = new Set([carried, place, ...explained].flatMap(wordsOf))
  if (verb.at >= 0) used.add(verb.at)
  return product([slotsOf(theme.name, which), slotsOf(target.name, where)]).flatMap((slots) =>
    slots[0]?.things.join() === slots[1]?.things.join()
      ? []
      : [
          {
            goals: filledIn({ formula: frame.goal, text: frame.outcome }, slots),
            assumes: about.flatMap((origin) => assumedOf(frame, origin, slots, world.holds)),
            never: [],
            fit: fit * fitOf(slots) * UNEXPLAINED ** rest.length,
            used,
            about: slots.flatMap(({ things }) => things),
            place: slots[1]?.things ?? [],
            verb: verb.stem,
          },
        ],
  )
}

/** `all but the book` */
function without(mention: Mention, { mentions }: Part): Mention {
  const named = mentions
    .filter(({ prep }) => prep === 'except')
    .flatMap((one) => one.candidates.map(({ thing }) => thing))
  return named.length === 0 || mention.quantity !== 'all'
    ? mention
    : { ...mention, candidates: mention.candidates.filter(({ thing }) => !named.includes(thing)) }
}

const fitOf = (slots: readonly Slot[]): number => slots.reduce((product, { fit }) => product * fit, 1)

/** It names where a thing is now, or the room that it is in: `the mug in the kitchen`, `the living room cabinet`. */
export const saysWhich = (other: Mention, mention: Mention, { world }: Part): boolean =>
  other.prep !== 'except' &&
  !isTowards(other.prepWord) &&
  mention.candidates.some(({ thing }) => isRelated(thing, other, world))

/** A mention names the thing, or what has to do with it. */
const isRelated = (thing: string, { candidates }: Mention, { isOf }: Part['world']): boolean =>
  candidates.some((one) => thing === one.thing || isOf(thing, one.thing) || isOf(one.thing, thing))

/** `from the table` says where a thing is even where that is believed otherwise. */
const saysWhere = (other: Mention, carried: Mention, { world }: Part): boolean =>
  other.prep === 'from' &&
  other.candidates.length > 0 &&
  carried.candidates.some(({ thing }) => world.valuesOf(thing).length > 0)

/** For whom it is, or beside whom, where that is not what is asked for. */
const isIdle = (mention: Mention, part: Part, { others }: Frame): boolean =>
  (isPerson(mention, part) &&
    (mention.prep === 'for' || mention.prep === 'other' || mention.pronoun === 'me')) ||
  others.some(({ values }) => allowed(values, mention) !== undefined)

export function narrowed(mention: Mention, by: Mention, { world }: Pick<Part, 'world'>): Mention {
  const candidates = mention.candidates.filter(({ thing }) => isRelated(thing, by, world))
  if (candidates.length === 0) return mention
  return {
    ...mention,
    candidates: mention.pronoun === 'any' ? candidates.map((one) => ({ ...one, fit: 0.95 })) : candidates,
  }
}

/** What is taken for granted where an origin is named and not believed. */
function assumedOf(
  { goal, outcome }: Frame,
  origin: Mention,
  [theme, place]: readonly Slot[],
  holds: (formula: string) => boolean | undefined,
): Goal[] {
  if (origin.prep !== 'from' || theme === undefined || place === undefined) return []
  const things = origin.candidates.map(({ thing }) => thing)
  const goals = filledIn({ formula: goal, text: outcome }, [
    theme,
    { ...place, things, isAll: things.length === 1, fit: 1 },
  ])
  return goals.filter(({ formula }) => holds(formula) !== undefined)
}
