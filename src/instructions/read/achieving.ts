import { ROBOT, truthOf, type Frame } from '../frames.js'
import { areLikeVerbs, hasManner, isLikeOneOf } from '../words/verbs.js'
import { allowed, firstOf, stemAt, wordsOf, type Goal, type Meaning, type Part } from './meaning.js'
import type { Mention } from './mentions.js'
import { narrowed, saysWhich, unsaid } from './placing.js'
import { filledIn, product, slotsOf, type Slot } from './slots.js'

/** What a clause means where its verb asks for what a skill achieves: `press the red button`, `pick up the keys`. */
export function achievements(frame: Frame, part: Part): Meaning[] {
  const verb = verbFor(frame, part)
  if (verb === undefined) return []
  const [port, ...rest] = frame.ports
  if (port === undefined) return [meaning(frame, part, { verb, mentions: [], others: part.mentions })]
  if (rest.length > 0) return pairs(frame, part, verb)
  const named = part.mentions.flatMap((mention): Meaning[] => {
    const found = allowed(
      port.values,
      frame.form === 'go' && port.name !== ROBOT ? asSpot(mention, port.values, part) : mention,
    )
    if (found === undefined || mention.prep === 'from') return []
    const which = part.mentions.filter((one) => one !== mention && saysWhich(one, found, part))
    const own = which.reduce((one, by) => narrowed(one, by, part), found)
    const others = part.mentions.filter((one) => one !== mention && !which.includes(one))
    return slotsOf(port.name, own).map((slot) =>
      meaning(frame, part, { verb, mentions: [mention, ...which], others, slots: [slot] }),
    )
  })
  return named.length > 0 ? named : [...byItsVerb(frame, part, verb), ...onlyOne(frame, part, verb)]
}

/** `go and charge`: the verb says where. */
function byItsVerb(frame: Frame, part: Part, verb: number): Meaning[] {
  const [port] = frame.ports
  if (port === undefined || frame.form !== 'go') return []
  const { tokens, words, world } = part
  return words.flatMap((at): Meaning[] => {
    const stem = tokens[at]?.stem ?? ''
    const spots = world.things.filter(
      ({ name, calls }) =>
        port.values.has(name) &&
        calls.some(({ stems }) => stems.length === 1 && areLikeVerbs(stems[0] ?? '', stem)),
    )
    return spots.map(({ name }) => {
      const found = meaning(frame, part, {
        verb,
        mentions: [],
        others: part.mentions,
        slots: slotsOf(port.name, unsaid([name], 0.9)),
      })
      return { ...found, used: new Set([...found.used, at]) }
    })
  })
}

/** Nobody has to name what there is only one of: `go and charge`. */
function onlyOne(frame: Frame, part: Part, verb: number): Meaning[] {
  const [port] = frame.ports
  const [only] = port?.values ?? []
  if (port === undefined || port.values.size !== 1 || only === undefined || frame.form === 'go') return []
  const slots = slotsOf(port.name, unsaid([only], 0.9))
  return [meaning(frame, part, { verb, mentions: [], others: part.mentions, slots })]
}

function pairs(frame: Frame, part: Part, verb: number): Meaning[] {
  const [first, second] = frame.ports
  if (first === undefined || second === undefined) return []
  return part.mentions.flatMap((a) =>
    part.mentions.flatMap((b) => {
      const [one, two] = [allowed(first.values, a), allowed(second.values, b)]
      if (a === b || one === undefined || two === undefined) return []
      const others = part.mentions.filter((each) => each !== a && each !== b)
      return product([slotsOf(first.name, one), slotsOf(second.name, two)]).map((slots) =>
        meaning(frame, part, { verb, mentions: [a, b], others, slots }),
      )
    }),
  )
}

function verbFor(frame: Frame, part: Part): number | undefined {
  const { verbs, form } = frame
  const own = firstOf(part, ({ stem }) => isLikeOneOf(stem, verbs))
  // where somebody can be meant, `get it` is to bring it
  const isGot = (text: string): boolean =>
    part.world.speakers.length > 0 && (text === 'get' || text === 'collect')
  const byManner = (manner: 'go' | 'take' | 'find'): number | undefined =>
    own ?? firstOf(part, ({ stem, text }) => hasManner(stem, manner) && !(manner === 'take' && isGot(text)))
  if (form === 'go') {
    const going = isCarrying(part) ? undefined : byManner('go')
    // `the towel goes on the sofa`: something else goes
    const isOther = part.mentions.some(({ to, pronoun }) => pronoun !== 'me' && to <= (going ?? 0))
    return isOther ? undefined : going
  }
  const subject = part.mentions[0]
  if (form === 'hold') {
    const taking = (isTaking(verbs) ? byManner('take') : own) ?? (inGripper(part) ? part.words[0] : undefined)
    // `i get the plate`: somebody else is to have it
    const isReceived = subject?.pronoun === 'me' && taking !== undefined && subject.to <= taking
    return isReceived ? undefined : taking
  }
  if (form === 'home')
    return own ?? (isHomeward(part) ? firstOf(part, ({ stem }) => hasManner(stem, 'carry')) : undefined)
  const before = part.said.verb
  const isSame = before !== undefined && isLikeOneOf(before, verbs) && part.words.length <= 1
  if (form !== 'known') return own ?? (isSame || isBareThing(frame, part) ? UNSAID : undefined)
  const asked = firstOf(part, ({ text }) => text === 'where' || text === 'whether') ?? byManner('find')
  return (
    asked ??
    firstOf(part, ({ stem }) => part.world.states.some((state) => truthOf(stem, state) !== undefined))
  )
}

/** The verb is that of the clause before. */
const UNSAID = -1

/** `and after that the blue button`: there is one thing only that can be done with it. */
function isBareThing(frame: Frame, part: Part): boolean {
  const { mentions, words, clause, world } = part
  const [port] = frame.ports
  const [mention] = mentions
  const follows =
    clause.joint.has('then') ||
    clause.joint.has('and') ||
    words.some((at) => part.tokens[at]?.text === 'first')
  if (mention === undefined || port === undefined || mentions.length > 1 || words.length > 2 || !follows)
    return false
  const possible = world.frames.filter(
    ({ ports }) => ports.length > 0 && ports.some(({ values }) => allowed(values, mention) !== undefined),
  )
  return frame.form === 'other' && possible.every(({ goal }) => goal === frame.goal)
}

/** `put it away`, `where it belongs`, `in its place` */
const isHomeward = ({ words, tokens, mentions }: Part): boolean =>
  words.some((at) => HOMEWARD.has(tokens[at]?.text ?? '')) && !mentions.some(({ prep }) => prep === 'to')

const HOMEWARD = new Set(['away', 'belongs', 'belong', 'place', 'places', 'back'])

/** Its skill takes things up, and does not ask somebody for them. */
const isTaking = (verbs: Frame['verbs']): boolean => verbs.some((verb) => hasManner(verb, 'take'))

/** `wait with it in your hand` */
const inGripper = (part: Part): boolean =>
  part.mentions.some((mention) => mention.prep === 'to' && isGripper(mention, part))

const isGripper = ({ candidates }: Mention, { world: { kinds } }: Part): boolean =>
  candidates.length > 0 &&
  candidates.every(({ thing }) =>
    kinds.some(({ name, members }) => name === 'hand' && members.includes(thing)),
  )

/** Something is carried along: what is asked for is not that the robot goes there. */
const isCarrying = ({ mentions, world }: Part): boolean =>
  mentions.some(
    (mention) =>
      mention.prep === undefined &&
      mention.pronoun !== 'me' &&
      world.frames.some(
        ({ form, ports: [theme] }) =>
          form === 'place' && theme !== undefined && allowed(theme.values, mention) !== undefined,
      ),
  )

/** Where one goes to get to a person, or to a thing that has a place: what facts about it say. */
function asSpot(mention: Mention, values: ReadonlySet<string>, { world }: Pick<Part, 'world'>): Mention {
  if (allowed(values, mention) !== undefined) return mention
  const candidates = mention.candidates.flatMap(({ thing, fit }) =>
    world
      .valuesOf(thing)
      .filter((value) => values.has(value))
      .slice(0, 1)
      .map((value) => ({ thing: value, fit: 0.9 * fit })),
  )
  const { parts: _ofTheThings, pronoun, ...rest } = mention
  return { ...rest, candidates, ...(pronoun === 'it' && { pronoun }) }
}

interface Filled {
  readonly verb: number
  readonly mentions: readonly Mention[]
  readonly others: readonly Mention[]
  readonly slots?: ReturnType<typeof slotsOf>
}

function meaning(frame: Frame, part: Part, { verb, mentions, others, slots = [] }: Filled): Meaning {
  const rest = others.filter((one) => !isIdle(one, frame, part))
  const explained = others.filter((one) => !rest.includes(one))
  const isMore = explained.some((one) =>
    frame.others.some(({ values }) => allowed(values, one) !== undefined),
  )
  const isExact = frame.verbs.includes(stemAt(part, verb) ?? '')
  return {
    goals: filledIn({ formula: frame.goal, text: frame.outcome }, slots).map((goal) =>
      takes(goal, frame, slots),
    ),
    assumes: [],
    never: [],
    fit:
      slots.reduce((product, { fit }) => product * fit, isExact ? 1 : 0.95) *
      0.4 ** rest.length *
      (isMore ? 0.7 : 1),
    used: new Set([
      ...(verb === UNSAID ? [] : [verb]),
      ...[...mentions, ...explained].flatMap(wordsOf),
      ...adjectives(frame, part),
    ]),
    about: slots.flatMap(({ things }) => things),
    verb: stemAt(part, verb) ?? part.said.verb,
  }
}

const takes = (goal: Goal, { form }: Frame, [slot]: readonly Slot[]): Goal => {
  const thing = form === 'hold' ? slot?.things.find((one) => goal.formula.includes(one)) : undefined
  return thing === undefined ? goal : { ...goal, takes: thing }
}

/** In `see whether the fridge is open` the state is what is asked for. */
const adjectives = ({ form }: Frame, { words, tokens, world }: Part): number[] =>
  form === 'known'
    ? words.filter((at) => world.states.some((state) => truthOf(tokens[at]?.stem ?? '', state) !== undefined))
    : []

/** Other ports of its skill may be named, the speaker, and the gripper where something is taken into it. */
const isIdle = (mention: Mention, { form, others }: Frame, part: Part): boolean =>
  (mention.pronoun === 'me' && (form !== 'hold' || mention.prep !== undefined)) ||
  (mention.pronoun !== 'any' && others.some(({ values }) => allowed(values, mention) !== undefined)) ||
  (form === 'hold' && isGripper(mention, part))
