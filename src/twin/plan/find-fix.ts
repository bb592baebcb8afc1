import { formatStep, type Domain, type PlannedStep } from '../domain/domain.js'
import { childrenOf, type PlanNode } from './plan-node.js'
import { tryStep } from './try-step.js'

/** A refused step, and the plan around it. */
export interface RefusedStep<S> {
  readonly step: PlannedStep
  /** the world in which it was refused */
  readonly state: S
  /** the world before the last step that succeeded; absent where nothing has succeeded yet */
  readonly before?: S
  readonly plan: PlanNode
}

type Fix = readonly PlannedStep[]

/**
 * Finds the missing subgoal before a refused step (MOD-03): as few steps as possible to insert before it. Tries each
 * single step that the domain enumerates, then pairs of steps, then three of the plan's own steps. Of those of one
 * length it takes the one with which the plan gets farthest. What only undoes the step before, so that a later one is
 * refused for the lack of it, is no fix.
 *
 * @returns `null` if nothing helps
 */
export function findFix<S, C>(refused: RefusedStep<S>, domain: Domain<S, C>): Fix | null {
  const { step, state, before, plan } = refused
  const all = stepsOf(plan)
  const rest = all.slice(all.findIndex(({ path }) => path === step.path) + 1)
  const own = [...new Map(all.map((each) => [formatStep(each), each])).values()].slice(0, MAX_OWN)
  const undone = before === undefined ? undefined : domain.fingerprint(before)
  const longer = (ways: Iterable<Way<S>>, stepsIn: (state: S) => Fix): Iterable<Way<S>> =>
    extend(ways, stepsIn, { domain, isUndone: (end) => domain.fingerprint(end) === undone })
  const best = (ways: Iterable<Way<S>>): Fix | null => farthest(ways, { step, rest }, domain)

  const nowhere = { fix: [], ends: [state], undoes: false }
  const candidates = (at: S): Fix => domain.candidates?.(at) ?? []
  const singles = [...longer([nowhere], candidates)]
  const pairs = longer(singles.slice(0, MAX_CANDIDATES), (at) => candidates(at).slice(0, MAX_CANDIDATES))
  const three = [1, 2, 3].reduce<Iterable<Way<S>>>((ways) => longer(ways, () => own), [nowhere])
  return best(singles) ?? best(pairs) ?? best(three)
}

/** candidates tried at each position of a pair */
const MAX_CANDIDATES = 32
/** steps of the plan itself tried at each position of three */
const MAX_OWN = 12

interface Way<S> {
  readonly fix: Fix
  /** every world to which it may lead */
  readonly ends: readonly S[]
  /** on the way the last step before it is undone */
  readonly undoes: boolean
}

/** The way after which the step is allowed and the rest of the plan gets farthest; the first one that ends it. */
function farthest<S, C>(
  ways: Iterable<Way<S>>,
  { step, rest }: { readonly step: PlannedStep; readonly rest: Fix },
  domain: Domain<S, C>,
): Fix | null {
  let found: { readonly fix: Fix; readonly goesOn: number } | undefined
  for (const { fix, ends, undoes } of ways) {
    const after = run([step], ends, domain)
    if (after === undefined) continue
    const goesOn = stepsUntilRefused(rest, after, domain)
    if (goesOn === rest.length) return fix
    if (!undoes && goesOn > (found?.goesOn ?? -1)) found = { fix, goesOn }
  }
  return found?.fix ?? null
}

/** Each way with each further step that changes something. */
function* extend<S, C>(
  ways: Iterable<Way<S>>,
  stepsIn: (state: S) => Fix,
  { domain, isUndone }: { readonly domain: Domain<S, C>; readonly isUndone: (end: S) => boolean },
): Generator<Way<S>> {
  for (const { fix, ends, undoes } of ways) {
    for (const step of stepsIn(ends[0] as S)) {
      const after = run([step], ends, domain, true)
      if (after === undefined) continue
      yield { fix: [...fix, step], ends: after, undoes: undoes || after.every(isUndone) }
    }
  }
}

/** @returns every world to which the steps may lead; `undefined` where one of them is refused, or has nothing to do */
function run<S, C>(
  steps: Fix,
  from: readonly S[],
  domain: Domain<S, C>,
  mustAct = false,
): readonly S[] | undefined {
  let worlds = from
  for (const step of steps) {
    const next: S[] = []
    for (const world of worlds) {
      const tried = tryStep(step, world, domain)
      if (!tried.ok || (mustAct && tried.value.commands.length === 0)) return undefined
      next.push(...tried.value.ends)
    }
    worlds = next.slice(0, MAX_WORLDS)
  }
  return worlds
}

/** worlds followed side by side */
const MAX_WORLDS = 16

function stepsUntilRefused<S, C>(rest: Fix, from: readonly S[], domain: Domain<S, C>): number {
  let worlds: readonly S[] = from
  for (const [index, step] of rest.entries()) {
    const next = run([step], worlds, domain)
    if (next === undefined) return index
    worlds = next
  }
  return rest.length
}

/** As they are written, whatever decides which of them run. */
const stepsOf = (plan: PlanNode): Fix =>
  plan.kind === 'step' ? [plan.step] : childrenOf(plan).flatMap(stepsOf)
