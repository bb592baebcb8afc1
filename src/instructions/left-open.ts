import { tryStep } from '#twin/plan/try-step.js'
import type { SkillRules } from '#twin/domain/rules.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import type { Planned } from './decide.js'
import { listed } from './say.js'
import { called } from './wording.js'
import { roleOf } from './words/prepositions.js'
import { wordsOf } from './words/tokens.js'

/** Facts of one name that a plan makes true on its way and leaves so, though nobody asked for it. */
export interface LeftOpen {
  /** `open` */
  readonly state: string
  readonly things: readonly string[]
  readonly formulas: readonly string[]
  /** what can be added to an order so that it is undone: `and close the fridge` */
  readonly add: string
}

/** What a plan leaves behind that a skill could undo: no plan does what nobody asks for, but people are shown it. */
export function leftOpen({ domain, plan, reading }: Planned): readonly LeftOpen[] {
  const end = endOf(domain, plan.steps)
  const asked = [...reading.goals, ...reading.never].map(({ formula }) => formula).join(' ')
  const left = [...(end ?? [])].flatMap(([fact, value]) => {
    const [, name = '', thing = ''] = /^(\w+)\((\w+)\)$/.exec(fact) ?? []
    if (value !== true || domain.initial.get(fact) !== false || asked.includes(fact)) return []
    const undo = domain.rules.skills.find((skill) => undoes(skill, name, thing))
    return undo === undefined ? [] : [{ name, thing, fact, verb: verbOf(undo) }]
  })
  const kindOf = ({ name, verb }: (typeof left)[number]): string => `${verb} ${name}`
  return [...new Set(left.map(kindOf))].map((kind) => {
    const group = left.filter((one) => kindOf(one) === kind)
    const things = group.map(({ thing }) => called(thing))
    const [{ name, verb } = { name: '', verb: '' }] = group
    return {
      state: name.replaceAll('_', ' '),
      things,
      formulas: group.map(({ fact }) => fact),
      add: `and ${verb} ${listed(things.map((thing) => `the ${thing}`))}`,
    }
  })
}

/** `The fridge stays open; add "and close the fridge" to have that changed.` */
export function sayLeftOpen({ state, things, add }: LeftOpen): string {
  const [first = '', ...others] = things.map((thing) => `the ${thing}`)
  const who = listed([`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...others])
  return `${who} ${others.length === 0 ? 'stays' : 'stay'} ${state}; add "${add}" if that is not to be so.`
}

/** How everything is after the steps, where nothing goes wrong; undefined where that depends on what is not known. */
function endOf(domain: Planned['domain'], steps: Planned['plan']['steps']): Fluents | undefined {
  let state: Fluents | undefined = domain.initial
  for (const step of steps) {
    if (state === undefined) return undefined
    const tried: ReturnType<typeof tryStep<Fluents, unknown>> = tryStep(step, state, domain)
    state = tried.ok ? tried.value.ends[0] : undefined
  }
  return state
}

function undoes({ effect, ports, marks }: SkillRules, name: string, thing: string): boolean {
  if (marks?.manual === true) return false
  return effect.some((line) => {
    const [, fact, port] = /^(\w+)\(\?(\w+)\) := false$/.exec(line) ?? []
    return fact === name && ports.some((one) => one.name === port && one.values?.includes(thing) === true)
  })
}

/** `close` of CloseDoor, `switch off` of SwitchOff */
function verbOf({ name }: Pick<DataDomain['rules']['skills'][number], 'name'>): string {
  const [verb = '', next = ''] = wordsOf(name)
  return roleOf(next) === undefined && !PARTICLES.has(next) ? verb : `${verb} ${next}`
}

const PARTICLES = new Set(['off', 'out', 'down', 'up'])
