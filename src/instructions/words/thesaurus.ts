import { stemOf } from './tokens.js'

/** Nouns that stand for each other where things are spoken of, and that the lexicon does not know to be alike. */
const NOUNS = [
  'couch sofa settee',
  'fridge refrigerator icebox',
  'cupboard cabinet',
  'bench workbench worktop countertop counter',
  'mug cup',
  'tv television telly',
  'remote clicker zapper',
  'phone cellphone smartphone mobile',
  'trash bin garbage dustbin wastebasket',
  'tap faucet',
  'sink washbasin basin washstand',
  'stove cooker hob',
  'lamp light',
  'medicine pill medication drug tablet',
  'carpet rug mat',
  'picture photo',
  'gripper hand finger arm',
  'charger dock',
  'toy plaything',
  'soda cola coke',
  'trapdoor hatch flap',
  'fan ventilator',
  'scale balance',
  'bedside nightstand night',
  'window pane',
  'lid cover top',
  'person human',
] as const

const nouns = new Map<string, Set<string>>()
for (const row of NOUNS) {
  const words = row.split(' ').map(stemOf)
  for (const word of words) nouns.set(word, new Set([...(nouns.get(word) ?? []), ...words]))
}

export const areSynonyms = (a: string, b: string): boolean => nouns.get(a)?.has(b) === true

/** Kinds of things that the lexicon does not have, each with some of its things. */
const KINDS = [
  ['dish', 'plate bowl mug cup glass saucer'],
  ['crockery', 'plate bowl mug cup glass saucer'],
  ['fruit', 'apple banana orange pear lemon grape'],
  ['drink', 'milk water juice beer tea coffee soda'],
] as const

const kinds = new Map(
  KINDS.map(([kind, members]) => [stemOf(kind), new Set(members.split(' ').map(stemOf))] as const),
)

/** It is a word for several kinds of things, of which the other one is one. */
export const isKindOf = (kind: string, member: string): boolean => kinds.get(kind)?.has(member) === true

const OPPOSITES = [
  ['open', 'closed shut close'],
  ['on', 'off out'],
  ['full', 'empty'],
  ['clean', 'dirty'],
  ['locked', 'unlocked'],
  ['pressed', 'released'],
] as const

/** Verbs that say that something is to be on, or off. */
const starting = new Set('start run activate light switch'.split(' ').map(stemOf))
const stopping = new Set('stop kill douse extinguish'.split(' ').map(stemOf))

/** What a verb without a word for the state says of it: `start the fan`. */
export const startsOrStops = (stem: string): boolean | undefined =>
  starting.has(stem) ? true : stopping.has(stem) ? false : undefined

const opposites = new Map(
  OPPOSITES.flatMap(([word, others]) =>
    others.split(' ').map((other) => [stemOf(other), stemOf(word)] as const),
  ),
)

/** The stem of the word of which this one is the opposite: `shut` is the opposite of `open`. */
export const oppositeOf = (stem: string): string | undefined => opposites.get(stem)

/** A word for the opposite of a word that is true or false of a thing, if there is one: `open`, `closed`. */
export function antonymOf(word: string): string | undefined {
  for (const [one, others] of OPPOSITES) {
    const [other = ''] = others.split(' ')
    if (one === word) return other
    if (other === word) return one
  }
  return undefined
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stemOf))

/** Words that say nothing of what is to be done. */
const fillers = setOf(
  'a an the please could can you would will kindly now just robot hey hi hello ok okay so to for i ' +
    'we want like need ' +
    'me my mine your be do go ahead there here and it them at in on into onto of from with inside ' +
    'within up down out off by ' +
    'away over some also too right quickly slowly carefully gently thing item one that this who which what ' +
    'let us have am should must make sure see is are was were has had time favour favor thank thanks well then ' +
    'uh um uhm er erm hmm hm ah oh yeah yes listen sorry dear mate robo robots pal pls plz thx cheers ta sir madam ' +
    'possible possibly mind love kind when done ll ve d m re as his her hers their own around ' +
    'somewhere lying standing she he they ' +
    'belong ought supposed really actually maybe perhaps quick already bit little nice good great ' +
    'soon honey sweetheart ' +
    'buddy bud man friend graft machine job task thanks appreciated grateful any how about side next ' +
    'near top bottom ' +
    'front beside through across under it its itself yourself myself himself herself may might shall ' +
    'lad lass guy guys',
)
export const isFiller = (stem: string): boolean => fillers.has(stem)

/** Words that change what is meant: none of them may be left over. */
const grave = setOf(
  'not never without except only but unless until while if instead rather other another each every all both ' +
    'two three four five six seven eight nine ten half twice no none nothing nobody first last same ' +
    'different more less than again back ' +
    'neither nor either or once before after during always avoid',
)
export const isGrave = (stem: string): boolean => grave.has(stem)
