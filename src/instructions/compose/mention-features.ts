import { isSaidBy, rolesOf, type Frame } from '../frames.js'
import { allowed } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Token } from '../words/tokens.js'
import { isLikeOneOf } from '../words/verbs.js'
import { soShare } from './things.js'

/** A mention among the other words of its order. */
export interface Around {
  readonly world: SpokenWorld
  /** the words that are not of a mention, with the numbers of their items */
  readonly said: readonly { readonly token: Token; readonly at: number }[]
  /** the number of its own item */
  readonly at: number
}

const PREPS = ['to', 'from', 'for', 'with', 'except', 'other', undefined] as const
const PRONOUNS = ['it', 'them', 'me', 'any', 'person'] as const
const QUANTITIES = ['one', 'all', 'any'] as const

/** What is known of a mention without its words: how it is said, what it can be in this world, what is said near it. */
export function mentionFeatures(mention: Mention, { world, said, at }: Around): number[] {
  const { frames, states, kinds } = world
  const can = (values: ReadonlySet<string> | undefined): boolean =>
    values !== undefined && allowed(values, mention) !== undefined
  const port = (form: Frame['form']): boolean =>
    frames.some((frame) => frame.form === form && can(frame.ports[0]?.values))
  const people = new Set(kinds.filter(({ name }) => name === 'person').flatMap(({ members }) => members))
  const own = states.filter(({ values }) => can(values))
  const single = frames.filter(
    ({ form, ports: [one, two] }) =>
      (form === 'other' || form === 'home') && two === undefined && can(one?.values),
  )
  const near = (has: (token: Token) => boolean): number => nearness(said, at, has)
  const isSaid = (truth: boolean) => near(({ stem }) => own.some((state) => isSaidBy(stem, state, truth)))
  const [first] = mention.candidates
  const fit = Math.max(0, ...mention.candidates.map((one) => one.fit))
  return [
    ...PREPS.map((prep) => mention.prep === prep),
    ...PRONOUNS.map((pronoun) => mention.pronoun === pronoun),
    ...QUANTITIES.map((quantity) => mention.quantity === quantity),
    mention.count !== undefined,
    mention.isIts === true,
    mention.parts !== undefined,
    frames.some((frame) => can(rolesOf(frame)?.theme.values)),
    frames.some((frame) => can(rolesOf(frame)?.target.values)),
    port('go'),
    port('hold'),
    port('known'),
    port('home'),
    port('other'),
    own.length > 0,
    own.length > 1,
    can(people) || mention.pronoun === 'me' || mention.pronoun === 'person',
    mention.candidates.length > 1,
    fit > 0.85,
    fit,
    isSaid(true),
    isSaid(false),
    near(({ stem }) => single.some(({ verbs }) => isLikeOneOf(stem, verbs))),
    first === undefined ? 0 : soShare(first.thing, true, world),
    first === undefined ? 0 : soShare(first.thing, false, world),
  ].map(Number)
}

/** 1 beside it, 0 where no such word is said. */
function nearness(said: Around['said'], at: number, has: (token: Token) => boolean): number {
  const distances = said.filter(({ token }) => has(token)).map((word) => Math.abs(word.at - at))
  return distances.length === 0 ? 0 : 1 / Math.min(...distances)
}
