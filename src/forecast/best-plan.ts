import type { TreeDef, TreeDoc } from '#bt/document.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import type { FaultProfile } from '#simulation/world/faults.js'
import { expectedScore, type Expectation } from './expected-score.js'
import { planTree, sameAttempts, type Attempts } from './plan/plan-tree.js'
import { routesOf, type Route } from './plan/route.js'

export interface PlanOptions {
  readonly faults: FaultProfile
  readonly seed: number
  /** episodes by which the last candidates are compared; default 200 */
  readonly runs?: number
  /** definitions that the tree shall use: those of `bt/subtrees.xml`, say; without them it is made of plain actions */
  readonly subtrees?: readonly TreeDef[]
}

export interface BestPlan {
  readonly doc: TreeDoc
  readonly expectation: Expectation
}

/** routes that meet the faults at all, and how many of them go on to the next round */
const ROUTES = 24
const FINALISTS = 3
const SCREENING_RUNS = 60
const MOST_ATTEMPTS = 3

/**
 * The best plan that somebody can write who knows how the blocks lie, in units with retries as the reference plan has
 * them: which load zone goes to which unload zone, in which order, when the shelf is pushed, how often each unit is
 * tried, and what is better left out. All routes are timed; the best and the most different ones of them meet the
 * faults, all the same ones; then each unit in turn gets the number of tries that serves best. A search, not a proof
 * (docs/forecast.md). The luck by which the plan is chosen is another than that of its expectation, or the latter would
 * be too good. Where nothing pays the plan is `AlwaysSuccess`.
 */
export function bestPlan(setup: FieldSetup, options: PlanOptions): BestPlan {
  const { faults, seed, runs = 200, subtrees = [] } = options
  const otherLuck = -1 - seed
  const rate = (draft: Draft, episodes: number): Rated => {
    const doc = planTree(draft.route, draft.attempts, subtrees)
    return {
      ...draft,
      doc,
      mean: expectedScore(setup, doc, { faults, runs: episodes, seed: otherLuck }).mean,
    }
  }
  const screened = varied(routesOf(setup))
    .map((route) => rate({ route, attempts: sameAttempts(route, 2) }, Math.min(runs, SCREENING_RUNS)))
    .sort(byMean)
  const [best] = screened
    .slice(0, FINALISTS)
    .map((plan) => improved(rate(plan, runs), (draft) => rate(draft, runs)))
    .sort(byMean)
  const doc = best === undefined || best.mean < 0 ? idle(subtrees) : best.doc
  return { doc, expectation: expectedScore(setup, doc, { faults, runs, seed }) }
}

interface Draft {
  readonly route: Route
  readonly attempts: Attempts
}

interface Rated extends Draft {
  readonly doc: TreeDoc
  readonly mean: number
}

const byMean = (a: Rated, b: Rated): number => b.mean - a.mean

/** The best routes, and before them the best one of each kind: what is quick need not be what stands the faults. */
function varied(routes: readonly Route[]): readonly Route[] {
  const kinds = new Map<string, Route>()
  for (const route of routes) {
    const kind = `${route.trips.length} ${route.shelf} ${route.home}`
    if (!kinds.has(kind)) kinds.set(kind, route)
  }
  const leaders = [...kinds.values()].slice(0, ROUTES / 2)
  return [...new Set([...leaders, ...routes.slice(0, ROUTES)])].slice(0, ROUTES)
}

/** Gives each unit in turn another number of tries where that helps. */
function improved(start: Rated, rate: (draft: Draft) => Rated): Rated {
  const { route } = start
  let best = start
  const better = (attempts: Attempts): void => {
    const next = rate({ route, attempts })
    if (next.mean > best.mean) best = next
  }
  for (const times of others(2)) better(sameAttempts(route, times))
  if (route.shelf !== null)
    for (const shelf of others(best.attempts.shelf)) better({ ...best.attempts, shelf })
  for (const index of route.trips.keys()) {
    for (const times of others(best.attempts.trips[index] ?? 1)) {
      better({
        ...best.attempts,
        trips: best.attempts.trips.map((each, at) => (at === index ? times : each)),
      })
    }
  }
  if (route.home) for (const home of others(best.attempts.home)) better({ ...best.attempts, home })
  return best
}

const others = (now: number): number[] =>
  Array.from({ length: MOST_ATTEMPTS }, (_, index) => MOST_ATTEMPTS - index).filter((times) => times !== now)

const idle = (subtrees: readonly TreeDef[]): TreeDoc => ({
  main: 'Main',
  trees: [
    { id: 'Main', root: { id: 'AlwaysSuccess', kind: 'action', attrs: {}, children: [] } },
    ...subtrees,
  ],
})
