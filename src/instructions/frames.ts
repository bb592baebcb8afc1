import type { SkillRules } from '#twin/domain/rules.js'
import type { DataDomain } from '#worlds/assemble.js'
import { roleOf } from './words/prepositions.js'
import { oppositeOf } from './words/thesaurus.js'
import { stemOf, stemsOf } from './words/tokens.js'
import { areLikeVerbs } from './words/verbs.js'

/** What can be asked for, with names for what it is about: mostly what a skill achieves. */
export interface Frame {
  /** the stems of the verbs that its skill is named and described by */
  readonly verbs: readonly string[]
  readonly form: Form
  /** what an order has to name */
  readonly ports: readonly SpokenPort[]
  /** what it may name besides */
  readonly others: readonly SpokenPort[]
  /** a formula in which ports are written ?port */
  readonly goal: string
  /** the same in words: the {?item} is at the {?place} */
  readonly outcome: string
}

/**
 * `place`: a thing gets somewhere; `go`: the robot does; `hold`: it takes a thing; `known`: something is found out;
 * `home`: a thing gets where it belongs.
 */
type Form = 'place' | 'go' | 'hold' | 'known' | 'home' | 'other'

export interface SpokenPort {
  readonly name: string
  readonly values: ReadonlySet<string>
}

/** A fact that is true or false of things: open(closure). */
export interface StateFrame {
  readonly name: string
  /** with ?it for the thing */
  readonly formula: string
  /** adjectives that say that it is true */
  readonly stems: readonly string[]
  readonly values: ReadonlySet<string>
  /** verbs of skills that are there to change it, and what they make it; undefined: either */
  readonly verbs: readonly { readonly stem: string; readonly makes: boolean | undefined }[]
  /** what a fact without a parameter is about, by its name: `trapdoor` of `trapdoor_open` */
  readonly thing?: string
}

/** What is moved and where it gets to, by the goal of a frame: location(?item) = ?place, contains(?vessel, ?liquid). */
export interface Roles {
  readonly theme: SpokenPort
  readonly target: SpokenPort
}

/** undefined where a goal is not about two things, or a thing and what is true of it */
export function rolesOf({ form, goal, ports: [one, two] }: Frame): Roles | undefined {
  if (form !== 'place' || one === undefined || two === undefined || isTruth(two)) return undefined
  return /^\w+\(\?\w+,/.test(goal) ? { theme: two, target: one } : { theme: one, target: two }
}

export const isTruth = ({ values }: SpokenPort): boolean =>
  [...values].every((value) => value === 'true' || value === 'false')

const IT = 'it'

export function framesOf(domain: DataDomain): Frame[] {
  const places = new Set<string>()
  const frames = domain.rules.skills.flatMap((skill) => frameOf(skill, domain))
  for (const { goal } of frames) if (GO.test(goal.trim())) places.add(goal.split(' ')[0] ?? '')
  return [
    ...frames,
    ...whereRobotIs(domain, places),
    ...values(domain, frames),
    ...whereThingsAre(domain, frames),
  ]
}

const PLACE = /^(\w+)\(\?\w+\)\s*=\s*\?\w+$/
const GO = /^\w+\s*=\s*\?\w+$/

function frameOf(skill: SkillRules, domain: DataDomain): Frame[] {
  const { name, text, ports, done, expected, marks } = skill
  const [bare] = ports.length === 0 ? expected : []
  const goal =
    done ?? expected.find(({ holds }) => holds !== undefined && /\?\w/.test(holds))?.holds ?? bare?.holds
  if (goal === undefined || marks?.manual === true) return []
  const named = new Set([...goal.matchAll(/\?(\w+)/g)].map(([, port]) => port ?? ''))
  // a formula with names of its own cannot be filled in
  if (![...named].every((port) => ports.some(({ name, values }) => name === port && values !== undefined)))
    return []
  const spoken = (wanted: boolean): SpokenPort[] =>
    ports
      .filter((port) => named.has(port.name) === wanted && port.values !== undefined)
      .map((port) => ({ name: port.name, values: new Set(port.values) }))
  const said = expected.find(({ holds }) => holds === goal)?.text
  const [first = ''] = text.toLowerCase().split(/[^\p{L}]+/u)
  const fact = statesOf(domain).find(
    ({ formula, thing }) => thing !== undefined && [formula, `known(${formula})`].includes(goal.trim()),
  )
  const about = fact?.thing === undefined ? [] : [{ name: IT, values: new Set([fact.thing]) }]
  const own = thingMoved(goal, domain)
  const form =
    own.length > 0 || (spoken(true).length === 2 && !goal.startsWith('known('))
      ? 'place'
      : formOf(goal, domain)
  return [
    {
      verbs: [...new Set([...stemsOf(name).slice(0, 1), stemOf(first), ...participle(said)])],
      form,
      ports: [...own, ...spoken(true), ...about],
      others: spoken(false),
      goal,
      outcome:
        plainText(said) ??
        byName(goal) ??
        plainText(expected.find((one) => one.text !== undefined)?.text) ??
        goal,
    },
  ]
}

/** `cart_at = ?place` is about the cart, where there is one. */
function thingMoved(goal: string, { objects, vocabulary }: DataDomain): SpokenPort[] {
  const [, thing] = /^(\w+)_at\s*=\s*\?\w+$/.exec(goal.trim()) ?? []
  if (thing === undefined || !objects.has(thing)) return []
  // the robot has a place of its own
  const isOther = [...vocabulary.variables.values()].some(
    ({ name, parameters, sort, constants }) =>
      name !== `${thing}_at` && parameters.length === 0 && sort.kind === 'objects' && constants === undefined,
  )
  return isOther ? [{ name: IT, values: new Set([thing]) }] : []
}

/** A text that names nothing but ports: what `{belongs_in(?tool)}` is depends on the thing. */
const plainText = (text: string | undefined): string | undefined =>
  text === undefined || /\{[^?]/.test(text) ? undefined : text

/** `plugged_in(?tool)` in words: the {?tool} is plugged in */
function byName(goal: string): string | undefined {
  const [, not = '', name, port] = /^(not )?(\w+)\(\?(\w+)\)$/.exec(goal.trim()) ?? []
  return name === undefined ? undefined : `the {?${port ?? ''}} is ${not}${name.replaceAll('_', ' ')}`
}

/** The last word of what is so afterwards: `the {?button} is lit`. */
function participle(outcome: string | undefined): string[] {
  const [, word] = /\bis (\w+)$/.exec(outcome ?? '') ?? []
  return word === undefined ? [] : [stemOf(word)]
}

function formOf(goal: string, { rules }: DataDomain): Form {
  if (goal.startsWith('known(')) return 'known'
  if (PLACE.test(goal.trim())) return 'place'
  if (GO.test(goal.trim())) return 'go'
  const name = /^(\w+)\(\?\w+\)$/.exec(goal.trim())?.[1]
  const definition = rules.definitions?.find((one) => one.name.startsWith(`${name}(`))?.holds ?? ''
  if (name !== undefined && /=\s*\w+\(\?\w+\)$/.test(definition)) return 'home'
  return name !== undefined && /=\s*\w+$/.test(definition) ? 'hold' : 'other'
}

/** The name of what a fact about the robot itself is. */
export const ROBOT = 'robot_at'

/** Facts of the robot itself that have an object as their value: the room that it is in. */
const whereRobotIs = ({ vocabulary, touched }: DataDomain, known: ReadonlySet<string>): Frame[] =>
  [...vocabulary.variables.values()].flatMap(({ name, parameters, sort, constants }): Frame[] => {
    if (parameters.length > 0 || sort.kind !== 'objects' || constants !== undefined) return []
    if (known.has(name) || !touched.has(name) || known.size === 0) return []
    return [
      {
        verbs: ['go'],
        form: 'go',
        ports: [{ name: ROBOT, values: sort.of }],
        others: [],
        goal: `${name} = ?${ROBOT}`,
        outcome: `the robot is in the {?${ROBOT}}`,
      },
    ]
  })

/** Where something is can be asked even where it is always known. */
const whereThingsAre = ({ vocabulary, touched }: DataDomain, frames: readonly Frame[]): Frame[] =>
  [...vocabulary.variables.values()].flatMap(({ name, parameters, sort, constants }): Frame[] => {
    const [of, ...others] = parameters
    if (of?.kind !== 'objects' || sort.kind !== 'objects' || others.length > 0 || constants !== undefined)
      return []
    if (!touched.has(name) || frames.some(({ goal }) => goal.startsWith(`known(${name}(`))) return []
    return [
      {
        verbs: ['find'],
        form: 'known',
        ports: [{ name: OF, values: of.of }],
        others: [],
        goal: `known(${name}(?${OF}))`,
        outcome: `it is known where the {?${OF}} is`,
      },
    ]
  })

/** Facts with an object as their value that no skill is described by: `grasped(tool) = handle`. */
const values = ({ rules, vocabulary, touched }: DataDomain, frames: readonly Frame[]): Frame[] =>
  [...vocabulary.variables.values()].flatMap(({ name, parameters, sort, constants }): Frame[] => {
    const [of, ...others] = parameters
    if (of?.kind !== 'objects' || sort.kind !== 'objects' || others.length > 0) return []
    if (
      constants !== undefined ||
      !touched.has(name) ||
      frames.some(({ goal }) => goal.startsWith(`${name}(`) && PLACE.test(goal))
    )
      return []
    const changes = ({ effect, outcomes, marks }: SkillRules): boolean =>
      marks?.manual !== true &&
      [...effect, ...outcomes.flatMap((outcome) => outcome.effect)].some(
        (line) => line.includes(`${name}(`) && !/:= none$/.test(line),
      )
    return [
      {
        verbs: rules.skills.filter(changes).flatMap((skill) => stemsOf(skill.name).slice(0, 1)),
        form: 'place',
        ports: [
          { name: OF, values: of.of },
          { name: IT, values: new Set([...sort.of].filter((value) => vocabulary.objects.has(value))) },
        ],
        others: [],
        goal: `${name}(?${OF}) = ?${IT}`,
        outcome: isWhere(name, rules)
          ? `the {?${OF}} is at the {?${IT}}`
          : valueSaid(name.replaceAll('_', ' ')),
      },
    ]
  })

const OF = 'of'

/** `the probe is grasped: the handle`, `the color of the lamp is the red` */
const valueSaid = (name: string): string =>
  /^\w+ed$/.test(name)
    ? `the {?${OF}} is ${name}: the {?${IT}}`
    : `the ${name} of the {?${OF}} is the {?${IT}}`

/** A fact that says where a thing is: `where the tool is`. */
const isWhere = (fact: string, { start = [] }: DataDomain['rules']): boolean =>
  start.some(({ name, text }) => name.split('(')[0] === fact && /^where\b/i.test(text ?? ''))

export const statesOf = (domain: DataDomain): StateFrame[] => [...facts(domain), ...achieved(domain)]

/** Definitions that a skill makes true of a thing: `plugged_in(tool)`. */
const achieved = (domain: DataDomain): StateFrame[] =>
  domain.rules.skills.flatMap(({ done, ports, marks }): StateFrame[] => {
    const [, name, port] = /^(\w+)\(\?(\w+)\)$/.exec(done?.trim() ?? '') ?? []
    const values = ports.find((one) => one.name === port)?.values
    if (name === undefined || values === undefined || marks?.manual === true) return []
    if (!domain.vocabulary.definitions.has(name) || formOf(done ?? '', domain) === 'hold') return []
    const stems = stemsOf(name).filter((stem) => roleOf(stem) === undefined)
    return [{ name, formula: `${name}(?${IT})`, stems, values: new Set(values), verbs: [] }]
  })

/** Words for what a skill makes true: the button is lit. */
function participlesOf(fact: string, { rules }: DataDomain): string[] {
  return rules.skills.flatMap(({ expected }) =>
    expected.flatMap(({ holds, text }) => (holds?.startsWith(`${fact}(?`) === true ? participle(text) : [])),
  )
}

const facts = (domain: DataDomain): StateFrame[] =>
  booleansOf(domain).map((state) => ({
    ...state,
    stems: [...new Set([...state.stems, ...participlesOf(state.name, domain)])],
    verbs: domain.rules.skills.flatMap((skill) => changing(state.name, skill)),
  }))

/** The verbs of a skill whose first effect that is a truth or a port is on this fact. */
function changing(fact: string, { name, text, effect, marks }: SkillRules): StateFrame['verbs'] {
  const [first] = effect.flatMap((line) => {
    const [, changed, value] = /(\w+)(?:\([^()]*\))? := (true|false|\?\w+)\b/.exec(line) ?? []
    return changed === undefined ? [] : [{ changed, value }]
  })
  if (first?.changed !== fact || marks?.manual === true) return []
  const makes = first.value === 'true' ? true : first.value === 'false' ? false : undefined
  const [verb = ''] = text.toLowerCase().split(/[^\p{L}]+/u)
  return [...new Set([...stemsOf(name).slice(0, 1), stemOf(verb)])].map((stem) => ({ stem, makes }))
}

const booleansOf = ({ vocabulary, touched }: DataDomain): StateFrame[] =>
  [...vocabulary.variables.values()].flatMap(({ name, parameters, sort, constants }): StateFrame[] => {
    const [parameter] = parameters
    if (sort.kind !== 'bool' || constants !== undefined || !touched.has(name) || parameters.length > 1)
      return []
    const stems = stemsOf(name)
    if (parameter !== undefined)
      return parameter.kind === 'objects'
        ? [{ name, formula: `${name}(?${IT})`, stems, values: parameter.of, verbs: [] }]
        : []
    const thing = name.split('_').slice(0, -1).join('_')
    return thing === ''
      ? [{ name, formula: name, stems, values: new Set(), verbs: [] }]
      : [{ name, formula: name, stems: stems.slice(-1), values: new Set([thing]), thing, verbs: [] }]
  })

/** Whether a word says that a fact is to be true, or false: an adjective, or a verb that makes it so. */
export const isSaidBy = (stem: string, state: StateFrame, truth: boolean): boolean =>
  truthOf(stem, state) === truth ||
  state.verbs.some(
    (verb) =>
      (verb.makes !== !truth && areLikeVerbs(verb.stem, stem)) ||
      // `the oven off`
      (stem === (truth ? 'on' : 'off') && SWITCHING.some((one) => areLikeVerbs(one, verb.stem))),
  )

const SWITCHING = ['switch', 'power', 'start', 'stop']

/** Whether an adjective says that a fact is true, or that it is not; undefined: neither. */
export function truthOf(stem: string, { stems }: StateFrame): boolean | undefined {
  if (stems.includes(stem)) return true
  const opposite = oppositeOf(stem)
  return opposite !== undefined && stems.includes(opposite) ? false : undefined
}
