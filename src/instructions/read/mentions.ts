import type { SpokenWorld } from '../spoken-world.js'
import { stemOf, type Token } from '../words/tokens.js'
import { isKnownVerb } from '../words/verbs.js'
import { ARTICLES, isEnd, namedAt, namedBy, nearBest, type Candidate } from './naming.js'
import { roleOf, type Role } from '../words/prepositions.js'

/** Some words of an order that name things. */
export interface Mention {
  /** numbers of its first word, with articles and numbers before it, and of the one after its last */
  readonly from: number
  readonly to: number
  /** of several candidates one is meant, all are, or any will do */
  readonly quantity: 'one' | 'all' | 'any'
  /** so many of them */
  readonly count?: number
  readonly candidates: readonly Candidate[]
  /** those of each of several things that are named together */
  readonly parts?: readonly (readonly Candidate[])[]
  /** it stands for what was named before, for whoever speaks, or for whatever there is */
  readonly pronoun?: 'it' | 'them' | 'me' | 'any' | 'person'
  /** its things belong to what was named before: `its door` */
  readonly isIts?: boolean
  /** numbers of words elsewhere that name the same: `the apple, can you put it away` */
  readonly also?: readonly number[]
  /** the preposition before it */
  readonly prep: Role | undefined
  readonly prepWord: string
}

/**
 * All mentions of an order, in their order.
 * @param lists whether `the mug and the plate` is one mention of both or two
 */
export function mentionsIn(
  tokens: readonly Token[],
  world: SpokenWorld,
  lists: 'joined' | 'apart' = 'joined',
): Mention[] {
  const found: Mention[] = []
  for (let at = 0; at < tokens.length;) {
    const mention =
      pronounAt(tokens, at) ?? (isVerbAt(tokens, at, world) ? undefined : nounAt(tokens, at, world))
    if (mention !== undefined) found.push(withDeterminer(tokens, found.at(-1)?.to ?? 0, mention))
    at = mention?.to ?? at + 1
  }
  return joined(tokens, found, { world, lists })
}

const ME = new Set(['me', 'us', 'myself', 'i', 'we'])
const IT = new Set(['it', 'that', 'this'])
const PERSON = new Set(['him', 'her', 'he', 'she'])
const THEM = new Set(['them', 'those', 'these', 'they'])
const WHATEVER = new Set([
  'everything',
  'evrything',
  'anything',
  'something',
  'whatever',
  'things',
  'stuff',
  'thing',
])
const SOMEWHERE = new Set(['somewhere', 'anywhere', 'wherever'])
const WHATEVERS = new Set(['everything', 'evrything', 'whatever', 'things', 'stuff'])

/** `whatever it takes` names nothing. */
const FREE = new Set(['it', 'you', 'happens', 'comes'])

/** A word that could be a noun asks for something where a sentence begins and a noun follows: `plug the charger in`. */
function isVerbAt(tokens: readonly Token[], at: number, world: SpokenWorld): boolean {
  const { frames, lexicon } = world
  const [token, before, next] = [tokens[at], tokens[at - 1], tokens[at + 1]]
  if (token === undefined || next === undefined) return false
  // `to rack a`
  const lettered = next.text === 'a' && isEnd(tokens[at + 2]) ? namedBy([token, next], world) : undefined
  if (lettered?.candidates.some(({ fit }) => fit === 1) === true) return false
  const isVerb = isKnownVerb(token.stem) || frames.some(({ verbs }) => verbs.includes(token.stem))
  if (before !== undefined && SUBJECTS.has(before.text) && (isVerb || lexicon.isVerb(token.text))) return true
  const begins = before === undefined || !/^\p{L}/u.test(before.text) || BEGINNING.has(before.text)
  return (
    isVerb &&
    begins &&
    (ARTICLES.has(next.text) ||
      ALL.has(next.text) ||
      ANY.has(next.text) ||
      COUNTS.has(next.text) ||
      ME.has(next.text) ||
      next.text === 'in' ||
      next.text === 'it')
  )
}

const SUBJECTS = new Set(['i', 'we', 'you', 'they', 'he', 'she', 'to'])
const BEGINNING = new Set('and then done please to you robot robo now just first but so or'.split(' '))

type Core = Omit<Mention, 'prep' | 'prepWord'>

function pronounAt(tokens: readonly Token[], at: number): Core | undefined {
  const text = tokens[at]?.text ?? ''
  const of = (
    pronoun: NonNullable<Mention['pronoun']>,
    quantity: Mention['quantity'],
    to = at + 1,
  ): Core => ({
    from: at,
    to,
    quantity,
    candidates: [],
    pronoun,
  })
  if (ME.has(text)) return of('me', 'one')
  if (SOMEWHERE.has(text)) return of('any', 'any')
  if (WHATEVER.has(text))
    return FREE.has(tokens[at + 1]?.text ?? '') ? undefined : of('any', WHATEVERS.has(text) ? 'all' : 'one')
  if (PERSON.has(text)) {
    const after = tokens[at + 1]
    return after !== undefined && isNounLike(after) ? undefined : of('person', 'one')
  }
  if (text === 'one' && tokens[at + 1]?.text === 'of' && THEM.has(tokens[at + 2]?.text ?? ''))
    return of('them', 'any', at + 3)
  const next = tokens[at + 1]
  if (THEM.has(text)) return next !== undefined && isNounLike(next) ? undefined : of('them', 'all')
  if (!IT.has(text)) return undefined
  // `that cabinet`, `that is lying there`, `her book`: no pronoun of its own
  if (text !== 'it' && next !== undefined && (isNounLike(next) || LINKS.has(next.text))) return undefined
  return of('it', 'one')
}

const LINKS = new Set(['is', 'are', 'was', 'be', 'has', 'have', 'lies', 'stands', 'i', 'you', 'we', 'they'])
const AFTER = new Set(
  (
    'to on in into onto at from off and or now please here there over back away too then under down up out by for ' +
    'with myself yourself so because while when before after but if not goes go'
  ).split(' '),
)

const isNounLike = ({ text }: Token): boolean =>
  /^\p{L}/u.test(text) && !AFTER.has(text) && !LINKS.has(text) && roleOf(text) === undefined

function nounAt(tokens: readonly Token[], at: number, world: SpokenWorld): Core | undefined {
  const turned = turnedAt(tokens, at, world)
  if (turned !== undefined) return turned
  const named = namedAt(tokens, at, world)
  if (named === undefined) return undefined
  const last = tokens[named.to - 1]
  const isPlural = last?.isPlural === true && likeliest(named.candidates).length > 1
  const to = ONES.has(tokens[named.to]?.text ?? '') ? named.to + 1 : named.to
  // `the blue one`: an adjective is enough of a name
  const candidates =
    to > named.to
      ? named.candidates.map((one) => ({ ...one, fit: Math.min(0.95, 1.4 * one.fit) }))
      : named.candidates
  return { from: at, to, quantity: isPlural ? 'all' : 'one', candidates }
}

const ONES = new Set(['one', 'ones'])

/** `the lid of the box` is the box lid. */
function turnedAt(tokens: readonly Token[], at: number, world: SpokenWorld): Core | undefined {
  if (tokens[at + 1]?.text !== 'of') return undefined
  const from = ARTICLES.has(tokens[at + 2]?.text ?? '') ? at + 3 : at + 2
  const [part, whole] = [tokens[at], tokens[from]]
  if (part === undefined || whole === undefined) return undefined
  const named = namedBy([whole, part], world)
  const candidates = named?.candidates.filter(({ fit }) => fit > 0.85) ?? []
  return candidates.length === 0 ? undefined : { from: at, to: from + 1, quantity: 'one', candidates }
}

const ALL = new Set(['all', 'every', 'each', 'both'])
const ANY = new Set(['a', 'an', 'any', 'some', 'one', 'either', 'whichever', 'single'])
const COUNTS = new Map(
  ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word, at) => [word, at + 2]),
)
/** Further away than this, an article belongs to another noun. */
const MOST_BEFORE = 3

/** What stands before the noun says how many are meant, and in which role. */
function withDeterminer(tokens: readonly Token[], first: number, mention: Core): Mention {
  let from = mention.from
  const text = (at: number): string => (at >= first ? (tokens[at]?.text ?? '') : '')
  const article = lookBack(tokens, first, from)
  if (mention.pronoun === undefined && article !== undefined) from = article
  let { quantity, count } = mention
  const words = tokens.slice(from, mention.from).map((token) => token.text)
  const isMany = likeliest(mention.candidates).length > 1
  while (from > first && (ALL.has(text(from - 1)) || COUNTS.has(text(from - 1)) || text(from - 1) === 'of')) {
    if (
      text(from - 1) === 'of' &&
      !ALL.has(text(from - 2)) &&
      !ANY.has(text(from - 2)) &&
      !COUNTS.has(text(from - 2))
    )
      break
    from--
    words.unshift(text(from))
  }
  if (text(from - 1) === 'the' && text(from - 2) === 'of' && ANY.has(text(from - 3)))
    while (words[0] !== 'of') words.unshift(text(--from))
  if (from > first && ANY.has(text(from - 1)) && text(from) === 'of') words.unshift(text(--from))
  if (from > first && ANY.has(text(from - 1)) && words.some((word) => COUNTS.has(word)))
    words.unshift(text(--from))
  const number = words.map((word) => COUNTS.get(word)).find((one) => one !== undefined)
  // `one of the two buttons`
  if (ANY.has(words[0] ?? '') && words[1] === 'of' && isMany) quantity = 'any'
  else if (words.some((word) => ALL.has(word)) && (isMany || mention.pronoun !== undefined)) quantity = 'all'
  else if (number !== undefined && isMany) {
    quantity = number >= likeliest(mention.candidates).length ? 'all' : 'any'
    count = quantity === 'any' ? number : undefined
  } else if (words.some((word) => ANY.has(word)) && isMany) quantity = 'any'
  const prepWord = SOMEWHERE.has(tokens[mention.from]?.text ?? '') ? 'in' : text(from - 1)
  const its = words.includes('its') ? { isIts: true } : {}
  const counted = count === undefined ? {} : { count }
  return { ...mention, ...counted, ...its, from, quantity, prep: roleOf(prepWord), prepWord }
}

/** The number of the article or possessive before a noun, with unknown adjectives between them. */
function lookBack(tokens: readonly Token[], first: number, noun: number): number | undefined {
  for (let at = noun - 1; at >= Math.max(first, noun - MOST_BEFORE); at--) {
    const { text = '', stem = '' } = tokens[at] ?? {}
    if (ARTICLES.has(text) || (ANY.has(text) && text !== 'one') || COUNTS.has(text) || ALL.has(text))
      return at
    if (
      roleOf(text) !== undefined ||
      !/^\p{L}/u.test(text) ||
      (isKnownVerb(stem) && !SAID_OF_THINGS.has(stem))
    )
      return undefined
  }
  return undefined
}

interface Joining {
  readonly world: SpokenWorld
  readonly lists: 'joined' | 'apart'
}

/** `the warm oven` */
const SAID_OF_THINGS = new Set(
  'clean warm cut iron fire cap label tag mark pack lock bolt bake cook'.split(' ').map(stemOf),
)

/** `the mug and the plate` are one mention of both, `the mug or the glass` of either. */
function joined(
  tokens: readonly Token[],
  mentions: readonly Mention[],
  { world, lists }: Joining,
): Mention[] {
  return mentions.reduce<Mention[]>((all, next, at) => {
    const last = all.at(-1)
    const following = mentions[at + 1]
    const link = last === undefined ? undefined : linkBetween(tokens, last, next)
    const compound = last === undefined ? undefined : asCompound(last, next, world)
    if (compound !== undefined) return [...all.slice(0, -1), compound]
    if (last !== undefined && isPartTalk(last, next, world))
      return [...all.slice(0, -1), { ...next, from: last.from, prep: last.prep, prepWord: last.prepWord }]
    if (last === undefined || link === undefined || !isSure(last) || !isSure(next)) return [...all, next]
    const candidates = [...last.candidates, ...next.candidates]
    const isKin = world.kinds.some(({ members }) => candidates.every(({ thing }) => members.includes(thing)))
    // `on the blue cube and the green cube in the box`: the second one has a place of its own
    const isOwn =
      last.prep === 'to' &&
      next.prep === undefined &&
      following?.from === next.to + 1 &&
      following.prep === 'to'
    if (!isKin || isOwn || (last.prep === 'to' && link === 'all')) return [...all, next]
    const quantity = link === 'any' || last.quantity === 'any' ? 'any' : 'all'
    if (lists === 'apart' && quantity === 'all' && last.prep !== 'except') return [...all, next]
    const parts = [...(last.parts ?? [last.candidates]), next.candidates]
    return [...all.slice(0, -1), { ...last, to: next.to, quantity, candidates, parts }]
  }, [])
}

/** `the living room cabinet` is the cabinet of that room. */
function asCompound(last: Mention, next: Mention, { isOf }: SpokenWorld): Mention | undefined {
  if (next.from !== last.to || last.pronoun !== undefined || next.pronoun !== undefined) return undefined
  const candidates = next.candidates.filter(({ thing }) =>
    last.candidates.some((one) => isOf(thing, one.thing)),
  )
  return candidates.length === 0
    ? undefined
    : { ...next, candidates, from: last.from, prep: last.prep, prepWord: last.prepWord }
}

/** `the doors of cupboard and fridge` are cupboard and fridge, where these have no doors of their own. */
const isPartTalk = (last: Mention, next: Mention, { isOf }: SpokenWorld): boolean =>
  next.prepWord === 'of' &&
  next.from === last.to + 1 &&
  likeliest(last.candidates).length > 1 &&
  !last.candidates.some(({ thing }) =>
    next.candidates.some((one) => isOf(thing, one.thing) || isOf(one.thing, thing)),
  )

const likeliest = (candidates: readonly Candidate[]): readonly Candidate[] => nearBest(candidates, 0.1)

const isSure = ({ quantity, candidates, pronoun, count }: Mention): boolean =>
  pronoun === undefined && count === undefined && (quantity !== 'one' || likeliest(candidates).length === 1)

function linkBetween(tokens: readonly Token[], last: Mention, next: Mention): 'all' | 'any' | undefined {
  const start = next.prep !== undefined && next.prepWord === last.prepWord ? next.from - 1 : next.from
  const words = tokens.slice(last.to, start).map(({ text }) => text)
  if (words.length === 0) return undefined
  if (words.every((word) => word === ',' || word === 'or')) return words.includes('or') ? 'any' : 'all'
  return words.every((word) => word === ',' || word === 'and' || word === 'nor' || word === 'also')
    ? 'all'
    : undefined
}
