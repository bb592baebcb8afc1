import type { TreeDef, TreeDoc } from '#bt/document.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { FaultProfile } from '#simulation/field/world/faults.js'
import { expectedScore, type Expectation } from './expected-score.js'
import { planTree, sameAttempts, type Attempts } from './plan/plan-tree.js'
import { routesOf, type Route } from './plan/route.js'

export interface PlanOptions {
  readonly faults: FaultProfile
  readonly seed: number
  /** episodes used to compare the final candidates; default 200 */
  readonly runs?: number
  /** definitions for the tree to use, e.g. those of `bt/subtrees.xml`; without them it consists of plain actions */
  readonly subtrees?: readonly TreeDef[]
}

export interface BestPlan {
  readonly doc: TreeDoc
  readonly expectation: Expectation
}

/** routes that are tried with faults at all, and how many of them reach the next round */
const ROUTES = 24
const FINALISTS = 3
const SCREENING_RUNS = 60
const MOST_ATTEMPTS = 3

/**
 * Finds the best plan for an author who knows how the blocks lie, in units with retries like the reference plan: which
 * load zone goes to which unload zone, in which order, when the shelf is pushed, how often each unit is tried, and what
 * is better left out. All routes are timed; the best and the most varied of them are then tried under one common set of
 * faults; finally each unit in turn gets its best number of attempts. A search, not a proof (docs/forecast.md). The
 * plan is selected with a different seed than its expectation is computed with, or the latter would be biased upwards.
 * Where nothing pays, the plan is `AlwaysSuccess`.
 */
export function bestPlan(setup: FieldSetup, options: PlanOptions): BestPlan {
  const { faults, seed, runs = 200, subtrees = [] } = options
  const searchSeed = -1 - seed
  const rate = (draft: Draft, episodes: number): Rated => {
    const doc = planTree(draft.route, draft.attempts, subtrees)
    return {
      ...draft,
      doc,
      mean: expectedScore(setup, doc, { faults, runs: episodes, seed: searchSeed }).mean,
    }
  }
  const screened = diverse(routesOf(setup))
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

/** The best route of each kind, then the best overall: the fastest route need not be the most fault-tolerant one. */
function diverse(routes: readonly Route[]): readonly Route[] {
  const kinds = new Map<string, Route>()
  for (const route of routes) {
    const kind = `${route.trips.length} ${route.shelf} ${route.home}`
    if (!kinds.has(kind)) kinds.set(kind, route)
  }
  const leaders = [...kinds.values()].slice(0, ROUTES / 2)
  return [...new Set([...leaders, ...routes.slice(0, ROUTES)])].slice(0, ROUTES)
}

/** Changes the number of attempts of each unit in turn where that helps. */
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
