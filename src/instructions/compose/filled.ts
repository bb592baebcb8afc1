import { truthOf, type Frame } from '../frames.js'
import { asSpot } from '../read/achieving.js'
import { allowed, type Goal } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import { narrowed } from '../read/placing.js'
import { filledIn, product, slotsOf, type Slot } from '../read/slots.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Heard } from '../understand.js'
import type { Token } from '../words/tokens.js'
import { areLikeVerbs } from '../words/verbs.js'
import type { Claim, OneLabel } from './claims.js'
import { rolesOf } from './pairs.js'

/** An order with its mentions: some are what is claimed, the others say which of several things is meant. */
export interface Composed extends Heard {
  readonly claimed: ReadonlySet<number>
}

/** One way to say a claim in formulas of the world. */
export interface Way {
  readonly goals: readonly Goal[]
  readonly fit: number
}

/** Everything that a claim may be in this world; none: it makes no sense there. */
export function waysOf(claim: Claim, order: Composed): Way[] {
  const ways = claim.kind === 'two' ? placed(claim, order) : single(claim.label, claim.mention, order)
  const seen = new Set<string>()
  return ways.filter(({ goals }) => {
    const key = goals.map(({ formula }) => formula).join()
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

function placed({ what, where }: Claim & { readonly kind: 'two' }, order: Composed): Way[] {
  const theme = mentionAt(what, order)
  const target = where === undefined ? speaking(order.world) : mentionAt(where, order)
  if (theme === undefined || target === undefined) return []
  return order.world.frames.flatMap((frame) => {
    const roles = rolesOf(frame)
    const [moved, place] = [
      allowed(roles?.theme.values ?? NOTHING, theme),
      allowed(roles?.target.values ?? NOTHING, target),
    ]
    if (roles === undefined || moved === undefined || place === undefined) return []
    return filledWays(frame, [slotsOf(roles.theme.name, moved), slotsOf(roles.target.name, place)])
  })
}

const NOTHING: ReadonlySet<string> = new Set()

function single(label: OneLabel, number: number, order: Composed): Way[] {
  const mention = mentionAt(number, order)
  if (mention === undefined) return []
  switch (label) {
    case 'true':
    case 'false':
      return facts(mention, label === 'true', order)
    case 'hold':
    case 'go':
      return ofFrames(mention, order, (frame) => frame.form === label)
    case 'known':
      return found(mention, order)
  }
}

/** Where it is, or how it is where a word for that is said: `is the fridge open?` */
function found(mention: Mention, order: Composed): Way[] {
  const isState = ({ stem }: Token): boolean =>
    order.world.states.some((state) => truthOf(stem, state) !== undefined)
  const ways = ofFrames(mention, order, ({ form }) => form === 'known')
  const about = (way: Way): boolean =>
    order.world.states.some(({ name }) => way.goals.every(({ formula }) => formula.includes(`(${name}(`)))
  const wanted = order.tokens.some(isState)
  const fitting = ways.filter((way) => about(way) === wanted)
  return fitting.length > 0 ? fitting : ways
}

const ofFrames = (mention: Mention, { world }: Composed, has: (frame: Frame) => boolean): Way[] =>
  world.frames.filter(has).flatMap((frame) => {
    const [port] = frame.ports
    if (port === undefined) return []
    const own = allowed(port.values, frame.form === 'go' ? asSpot(mention, port.values, { world }) : mention)
    return own === undefined ? [] : filledWays(frame, [slotsOf(port.name, own)])
  })

/** Facts that can be true or false of a thing: those of which something is said nearby, or else all of them. */
function facts(mention: Mention, truth: boolean, order: Composed): Way[] {
  const { world } = order
  const states = world.states.map((state) => ({
    goal: truth ? state.formula : `not ${state.formula}`,
    outcome: `the {?it} is ${truth ? '' : 'not '}${state.name.replaceAll('_', ' ')}`,
    port: { name: 'it', values: state.values },
    isSaid: (stem: string) => truthOf(stem, state) !== undefined,
  }))
  const achieved = world.frames.flatMap(({ form, goal, outcome, verbs, ports: [port, other] }) =>
    // what is held can be a fact of its own: held(?item)
    (form === 'other' || form === 'home' || form === 'hold') &&
    port !== undefined &&
    other === undefined &&
    goal.startsWith('not ') !== truth
      ? [{ goal, outcome, port, isSaid: (stem: string) => verbs.some((verb) => areLikeVerbs(verb, stem)) }]
      : [],
  )
  const able = [...states, ...achieved].flatMap((one) => {
    const own = allowed(one.port.values, mention)
    return own === undefined ? [] : [{ ...one, own, near: nearness(one.isSaid, mention, order.tokens) }]
  })
  const nearest = Math.max(0, ...able.map(({ near }) => near))
  return able
    .filter(({ near }) => near === nearest)
    .flatMap(({ goal, outcome, port, own }) => filledWays({ goal, outcome }, [slotsOf(port.name, own)]))
}

function nearness(
  isSaid: (stem: string) => boolean,
  { from, to }: Mention,
  tokens: readonly Token[],
): number {
  const away = tokens.flatMap(({ stem }, at) =>
    isSaid(stem) && (at < from || at >= to) ? [at < from ? from - at : at - to + 1] : [],
  )
  return away.length === 0 ? 0 : 1 / Math.min(...away)
}

const filledWays = (
  { goal, outcome }: Pick<Frame, 'goal' | 'outcome'>,
  slots: readonly (readonly Slot[])[],
): Way[] =>
  product(slots)
    .filter(([one, two]) => one?.things.join() !== two?.things.join())
    .map((each) => ({
      goals: filledIn({ formula: goal, text: outcome }, each),
      fit: each.reduce((fit, slot) => fit * slot.fit, 1),
    }))

/** A mention, of whose things those are left that the mentions beside it speak of: `the mug on the table`. */
function mentionAt(number: number, { mentions, world, claimed }: Composed): Mention | undefined {
  const mention = mentions[number]
  if (mention === undefined) return undefined
  const named = resolvedIn(mention, world)
  const beside = mentions.filter(
    (one, at) => !claimed.has(at) && one !== mention && one.candidates.length > 0,
  )
  const excepted = beside.filter(({ prep }) => prep === 'except').flatMap(({ candidates }) => candidates)
  const which = beside.filter(({ prep }) => prep !== 'except')
  const left = which.reduce((own, by) => narrowed(own, by, { world }), named)
  if (mention.quantity === 'one') return left
  return {
    ...left,
    candidates: left.candidates.filter(({ thing }) => !excepted.some((one) => one.thing === thing)),
  }
}

function resolvedIn(mention: Mention, world: SpokenWorld): Mention {
  if (mention.pronoun === 'me') return { ...mention, candidates: speaking(world).candidates }
  if (mention.pronoun === 'any')
    return { ...mention, candidates: world.things.map(({ name }) => ({ thing: name, fit: 0.7 })) }
  return mention
}

const speaking = ({ speakers }: SpokenWorld): Mention => ({
  from: 0,
  to: 0,
  quantity: 'one',
  candidates: speakers.map((thing) => ({ thing, fit: 0.95 })),
  prep: undefined,
  prepWord: '',
})
