import { UNKNOWN, type Fluents } from '../value.js'
import type { CommandInfo } from './about.js'
import type { GroundSkill } from './intend.js'

/** A command that was tried, with the facts believed before and after it. */
export interface TriedCommand {
  readonly command: GroundSkill
  readonly before: Fluents
  readonly after: Fluents
  /** it was reported as done, and what was expected is seen */
  readonly worked: boolean
}

/** How a command has ended, in terms of what its skill declares under `fails:`. */
export interface ExplainedEnd {
  /** the ways that were possible before it, by their place in `fails:`; one with `each:` once for each object */
  readonly possible: readonly number[]
  /** the ways that explain the end: facts that fit several equally well give each a share, and all shares are 1 */
  readonly shares: ReadonlyMap<number, number>
  /** `other`: it failed in a way that is not declared */
  readonly ended: 'well' | 'as-declared' | 'other'
}

/** What has to be known of a world. */
export interface WaysToEnd {
  readonly sorts: ReadonlyMap<string, unknown>
  about(state: Fluents, command: GroundSkill): Pick<CommandInfo, 'ways'>
}

type Way = CommandInfo['ways'][number]

/**
 * Tells from the facts in which of the declared ways a command has ended. What a way changes must be as it says; a
 * value that is no longer known contradicts only what is said to have stayed as it was. A way that changes nothing, or
 * nothing that was seen, explains an end only if everything else that the skill can change is as before.
 */
export function explainEnd(domain: WaysToEnd, tried: TriedCommand): ExplainedEnd {
  const { ways } = domain.about(tried.before, tried.command)
  const possible = ways.flatMap(({ fails, place }) => (fails ? [place] : []))
  const facts = [...domain.sorts.keys()].filter((fact) => ways.some((way) => changes(way, fact, tried)))
  const well = { possible, shares: new Map<number, number>(), ended: 'well' } as const
  if (tried.worked && ways.some((way) => !way.fails && facts.every((fact) => fits(way, fact, tried))))
    return well
  const fitting = ways.filter((way) => way.fails && explains(way, facts, tried))
  if (fitting.length === 0) return tried.worked ? well : { ...well, ended: 'other' }
  return { possible, shares: sharesOf(bestOf(fitting, facts, tried)), ended: 'as-declared' }
}

const changes = ({ after }: Way, fact: string, { before }: TriedCommand): boolean =>
  after.get(fact) !== before.get(fact)

const isSeen = ({ after }: Way, fact: string, tried: TriedCommand): boolean =>
  tried.after.get(fact) === after.get(fact)

const fits = (way: Way, fact: string, tried: TriedCommand): boolean =>
  isSeen(way, fact, tried) || (changes(way, fact, tried) && tried.after.get(fact) === UNKNOWN)

function explains(way: Way, facts: readonly string[], tried: TriedCommand): boolean {
  const own = facts.filter((fact) => changes(way, fact, tried))
  if (!own.every((fact) => fits(way, fact, tried))) return false
  return own.some((fact) => isSeen(way, fact, tried)) || facts.every((fact) => fits(way, fact, tried))
}

/** Those with the fewest facts that do not fit, and among them those with the most that were seen. */
function bestOf(ways: readonly Way[], facts: readonly string[], tried: TriedCommand): readonly Way[] {
  const rated = ways.map((way) => ({
    way,
    odd: facts.filter((fact) => !fits(way, fact, tried)).length,
    seen: facts.filter((fact) => changes(way, fact, tried) && isSeen(way, fact, tried)).length,
  }))
  const odd = Math.min(...rated.map((one) => one.odd))
  const least = rated.filter((one) => one.odd === odd)
  const seen = Math.max(...least.map((one) => one.seen))
  return least.filter((one) => one.seen === seen).map(({ way }) => way)
}

/** Shared by the chances that the world declares, equally where it declares none. */
function sharesOf(ways: readonly Way[]): ReadonlyMap<number, number> {
  const declared = ways.map(({ chance = 0 }) => chance)
  const weights = declared.every((chance) => chance > 0) ? declared : ways.map(() => 1)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const shares = new Map<number, number>()
  for (const [i, { place }] of ways.entries())
    shares.set(place, (shares.get(place) ?? 0) + (weights[i] ?? 0) / sum)
  return shares
}
