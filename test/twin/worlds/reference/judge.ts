import { bind, change, manyOf, mean, truth, UNKNOWN, type Mistake, type Place } from './mean.js'
import type { Line } from './parse.js'
import { factName, type OutcomeRead, type SkillRead, type State, type Val, type World } from './world.js'

/** What becomes of one step in one state. */
export type Verdict =
  | { readonly kind: 'bad-argument' }
  | { readonly kind: 'nothing-to-do' }
  | { readonly kind: 'refused'; readonly by: string }
  | {
      readonly kind: 'allowed'
      readonly ends: readonly State[]
      /** whether a state is one that is expected afterwards */
      readonly expects: (after: State) => boolean
    }

export type Args = Readonly<Record<string, string>>

/** More ways to fill in open ports, or more outcomes, are refused. */
const MOST = 256

export function judge(world: World, skill: SkillRead, args: Args, state: State, mistake?: Mistake): Verdict {
  const ways = fill(skill, args)
  if (ways === undefined) return { kind: 'bad-argument' }
  const looks: { readonly ends: readonly State[]; readonly expects: (after: State) => boolean }[] = []
  const asked = mistake === 'open ports are judged with one value' ? ways.slice(0, 1) : ways
  const places = asked.map((names): Place => ({
    world,
    now: state,
    before: state,
    names,
    mistake,
    spill: undefined,
  }))
  const done = (at: Place): boolean =>
    skill.done !== undefined && mistake !== 'done is not asked' && truth(skill.done, at)
  if (places.every(done)) return { kind: 'nothing-to-do' }
  for (const at of places) {
    if (done(at)) {
      looks.push({ ends: [state], expects: (after) => truth(skill.done as never, { ...at, now: after }) })
      continue
    }
    const checks = mistake === 'checks are asked backwards' ? skill.checks.toReversed() : skill.checks
    const failed = checks.find(({ holds }) => !truth(holds, at))
    if (failed !== undefined) {
      const isUnknown = mean(failed.holds, at) === UNKNOWN && mistake !== 'an unknown check is a false one'
      return { kind: 'refused', by: isUnknown ? 'unknown' : failed.id }
    }
    const ends = outcomes(skill, at)
    if (typeof ends === 'string') return { kind: 'refused', by: ends }
    if (ends.length === 0) return { kind: 'refused', by: 'has-outcome' }
    looks.push({
      ends,
      expects: (after) => skill.expected.every((each) => truth(each, { ...at, now: after })),
    })
  }
  const ends = distinct(looks.flatMap((look) => look.ends))
  if (ends.length > MOST) return { kind: 'refused', by: 'has-outcome' }
  return { kind: 'allowed', ends, expects: (after) => looks.some((look) => look.expects(after)) }
}

const distinct = (states: readonly State[]): readonly State[] => [
  ...new Map(states.map((state) => [say(state), state])).values(),
]

/** Equal for equal states. */
export const say = (state: State): string =>
  JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Problem = 'in-range' | 'unknown' | 'has-outcome'

function outcomes(skill: SkillRead, at: Place): readonly State[] | Problem {
  const ends: State[] = []
  for (const outcome of skill.outcomes) {
    for (const inside of everyWay(outcome, at)) {
      if (outcome.when !== undefined && at.mistake !== 'when is not asked') {
        const when = mean(outcome.when, inside)
        if (when === UNKNOWN) return 'unknown'
        if (when === false) continue
      }
      const end = changed(skill.effect, outcome.effect, at, inside)
      if (typeof end === 'string') return end
      const seen = observed(skill, inside, end)
      if (typeof seen === 'string') return seen
      ends.push(...seen)
    }
  }
  return ends
}

function everyWay({ each }: OutcomeRead, at: Place): readonly Place[] {
  if (each === undefined) return [at]
  const slot = at.names.size
  const values = manyOf(each.set, at).map((value) => ({
    ...bind(at, each.name, value),
    spill: at.mistake === 'a quantifier writes over each' ? { slot, left: undefined } : undefined,
  }))
  return at.mistake === 'each runs through one value' ? values.slice(0, 1) : values
}

/** A state for each value that each observed fact can have, if it is unknown. */
function observed({ observes }: SkillRead, at: Place, end: State): readonly State[] | Problem {
  let ends: readonly State[] = [end]
  for (const { fact, of } of observes) {
    const args = of.map((each) => mean(each, at))
    if (args.includes(UNKNOWN)) return 'unknown'
    const name = factName(fact, args)
    if (end[name] !== UNKNOWN || at.mistake === 'what is observed stays unknown') continue
    const values = at.world.can[name] ?? []
    if (ends.length * values.length > MOST) return 'has-outcome'
    ends = ends.flatMap((state) => values.map((value) => ({ ...state, [name]: value })))
  }
  return ends
}

/** The shared lines know the ports, those of the outcome also the name of `each`; all read the state before. */
function changed(shared: readonly Line[], own: readonly Line[], at: Place, inside: Place): State | Problem {
  const { world, mistake } = at
  const after: Record<string, Val> = { ...at.now }
  const set = new Set<string>()
  const seeing = (place: Place): Place =>
    mistake === 'lines see the lines before' ? { ...place, now: { ...after } } : place
  const write = (lines: readonly Line[], place: Place): Problem | undefined => {
    for (const line of lines) {
      for (const one of change(line, seeing(place))) {
        if (one === undefined) return 'unknown'
        const [fact, value] = one
        if (value !== UNKNOWN && world.can[fact]?.includes(value) !== true) return 'in-range'
        if (mistake === 'the first of two lines counts' && set.has(fact)) continue
        set.add(fact)
        after[fact] = value
      }
    }
    return undefined
  }
  return write(shared, { ...at, spill: inside.spill }) ?? write(own, inside) ?? after
}

/** Values for all ports, one way after the other; undefined for what no port takes. */
function fill({ ports }: SkillRead, args: Args): readonly ReadonlyMap<string, Val>[] | undefined {
  if (Object.keys(args).some((name) => !ports.some((port) => port.name === name))) return undefined
  let ways: readonly ReadonlyMap<string, Val>[] = [new Map()]
  for (const { name, can } of ports) {
    const text = args[name] ?? ''
    const isOpen = /^\{\w+\}$/.test(text)
    const values = isOpen ? can : can.filter((value) => String(value) === (text === '' ? 'none' : text))
    if (values.length === 0) return undefined
    ways = ways.flatMap((way) => values.map((value) => new Map(way).set(name, value)))
    if (ways.length > MOST) return undefined
  }
  return ways
}

/** Which entries of the goal hold. */
export const goals = (world: World, state: State, mistake?: Mistake): readonly boolean[] =>
  world.goal.map(
    (node) =>
      mean(node, { world, now: state, before: state, names: new Map(), mistake, spill: undefined }) === true,
  )
