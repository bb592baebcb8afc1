import { truthOf, type Frame } from '../frames.js'
import { asSpot } from '../read/achieving.js'
import { allowed } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import { slotsOf } from '../read/slots.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Claim, OneLabel } from './claims.js'
import { aboutNothing, saidOf } from './predicates.js'
import { mentionAt, speaking, type Composed } from './meant.js'
import { emptied, moved, toOnlyPlace } from './moved.js'
import { rolesOf } from './pairs.js'
import { filledWays, type Way } from './ways.js'

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
  const direct = intoFrames(theme, () => target, order.world)
  // `next to the mug` is where that is
  return direct.length > 0
    ? direct
    : intoFrames(theme, (values) => asSpot(target, values, order), order.world)
}

const intoFrames = (
  theme: Mention,
  target: (values: ReadonlySet<string>) => Mention,
  { frames }: SpokenWorld,
): Way[] =>
  frames.flatMap((frame) => {
    const roles = rolesOf(frame)
    if (roles === undefined) return []
    const what = allowed(roles.theme.values, theme)
    const place = allowed(roles.target.values, target(roles.target.values))
    return what === undefined || place === undefined
      ? []
      : filledWays(frame, [slotsOf(roles.theme.name, what), slotsOf(roles.target.name, place)])
  })

function single(label: OneLabel, number: number | undefined, order: Composed): Way[] {
  if (number === undefined)
    return label === 'true' || label === 'false' ? aboutNothing({ ...order, truth: label === 'true' }) : []
  const mention = mentionAt(number, order)
  if (mention === undefined) return []
  switch (label) {
    case 'true':
    case 'false':
      return [
        ...saidOf({ ...order, mention, truth: label === 'true', others: othersOf(number, order) }),
        ...(label === 'true' ? toOnlyPlace(mention, order) : []),
      ]
    case 'hold':
    case 'go':
      return ofFrames(mention, order, (frame) => frame.form === label)
    case 'known':
      return found(mention, order)
    case 'moved':
      return [...moved(mention, order.world), ...emptied(mention, order.world)]
  }
}

/** The other mentions of which something is said. */
const othersOf = (number: number, order: Composed): Mention[] =>
  [...order.claimed].flatMap((at) => (at === number ? [] : (mentionAt(at, order) ?? [])))

/** Where it is, or how it is where a word for that is said: `is the fridge open?` */
function found(mention: Mention, order: Composed): Way[] {
  const { states } = order.world
  const said = states.filter((state) => order.tokens.some(({ stem }) => truthOf(stem, state) !== undefined))
  const stated = said.flatMap(({ name, formula, values }) => {
    const own = allowed(values, mention)
    const fact = { goal: `known(${formula})`, outcome: `it is known whether the {?it} is ${name}` }
    return own === undefined ? [] : filledWays(fact, [slotsOf('it', own)])
  })
  const ways = [...ofFrames(mention, order, ({ form }) => form === 'known'), ...stated]
  const isAbout = (way: Way): boolean =>
    states.some(({ name }) => way.goals.every(({ formula }) => formula.includes(`(${name}(`)))
  const fitting = ways.filter((way) => isAbout(way) === said.length > 0)
  return fitting.length > 0 ? fitting : ways
}

const ofFrames = (mention: Mention, { world }: Composed, has: (frame: Frame) => boolean): Way[] =>
  world.frames.filter(has).flatMap((frame) => {
    const [port] = frame.ports
    if (port === undefined) return []
    const own = allowed(port.values, frame.form === 'go' ? asSpot(mention, port.values, { world }) : mention)
    return own === undefined ? [] : filledWays(frame, [slotsOf(port.name, own)])
  })
