import { drawFault, type TabletopFault } from '#tabletop/fault-profile.js'
import type { End, FaultClass, Outcome } from '#lab/faults/fault-class.js'
import { playAtTable, type PlayedAtTable, type TableEpisode } from './table-episode.js'

/** What a class at the table does, and how often its fault takes place in it. */
export interface TableFault extends Pick<TableEpisode, 'steps' | 'faulty'> {
  readonly kind: TabletopFault
  /** with this skill alone, the nth of the episode from 0; where absent, with each or for the whole episode */
  readonly once?: readonly [skill: string, nth: number]
  /** what must be so in the end when the steps have succeeded */
  readonly reached: readonly [fact: string, value: string | boolean]
}

/** A class whose runs are episodes of the arm at the table. */
export function tableClass(head: Omit<FaultClass, 'run' | 'group'>, fault: TableFault): FaultClass {
  const { kind, once, reached, ...steps } = fault
  const run = async (seed: number): Promise<Outcome> => {
    const faults = { [kind]: once === undefined ? 1 : ONCE }
    const name = once === undefined ? `${head.id} ${seed}` : nameWithOne(kind, `${head.id} ${seed}`, once)
    const played = await playAtTable({ seed: name, faults, ...steps })
    const injected = played.met.filter((each) => each === kind).length
    return { injected, violations: [], ...judged(played, reached) }
  }
  return { ...head, group: 'tabletop', run }
}

/** A chance at which a fault may take place with one skill and stay away from the next ones. */
const ONCE = 0.3
/** Skills of an episode, tries included, are at most so many. */
const SKILLS = 8

/** The first name by which the dice give this fault to one skill, and to no other. */
function nameWithOne(kind: TabletopFault, name: string, [skill, nth]: readonly [string, number]): string {
  const comes = (seed: string, count: number): boolean =>
    drawFault({ [kind]: ONCE }, skill, { seed, count }) !== undefined
  const others = Array.from({ length: SKILLS }, (_, count) => count).filter((count) => count !== nth)
  for (let index = 0; ; index++) {
    const seed = `${name} ${index}`
    if (comes(seed, nth) && !others.some((count) => comes(seed, count))) return seed
  }
}

function judged(
  played: PlayedAtTable,
  [fact, value]: TableFault['reached'],
): { readonly end: End; readonly detail: string } {
  const { end, reasons, wrong, reports, stands, truth } = played
  const looked = `${reports.facts} facts in ${reports.looks} looks`
  if (wrong.length > 0) return { end: 'broken', detail: `reported wrong: ${wrong.join('; ')}` }
  if (!stands) return { end: 'broken', detail: 'the arm still moves after the end' }
  if (reports.facts === 0) return { end: 'broken', detail: 'nothing was reported at all' }
  const why = reasons.join('; ')
  if (end === 'tree-failure' && reasons.length > 0)
    return { end: 'step-failed', detail: `${why}; ${looked}, none wrong` }
  if (end !== 'tree-success') return { end: 'broken', detail: `${end}; ${why}` }
  if (truth.get(fact) !== value)
    return { end: 'broken', detail: `every step succeeded, and ${fact} is ${String(truth.get(fact))}` }
  return reasons.length > 0
    ? { end: 'recovered', detail: `${why}; ${looked}, none wrong` }
    : { end: 'unaffected', detail: `${looked}, none wrong` }
}
