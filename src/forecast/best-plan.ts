import type { TreeDef, TreeDoc } from '../bt/document.js'
import type { FieldSetup } from '../sim/field-setup.js'
import type { FaultProfile } from '../sim/world/faults.js'
import { expectedScore, type Expectation } from './expected-score.js'
import { planTree, sameAttempts, type Attempts } from './plan/plan-tree.js'
import { routesOf, type Route } from './plan/route.js'

export interface PlanOptions {
  readonly faults: FaultProfile
  readonly seed: number
  /** episodes by which the last candidates are compared; default 300 */
  readonly runs?: number
  /** definitions that the tree shall use: those of `bt/subtrees.xml`, say; without them it is made of plain actions */
  readonly subtrees?: readonly TreeDef[]
}

export interface BestPlan {
  readonly doc: TreeDoc
  readonly expectation: Expectation
}

/** candidates that meet the faults at all, and how many of them go on to the next round */
const ROUTES = 24
const FINALISTS = 4
const SCREENING_RUNS = 60
const MOST_ATTEMPTS = 3

/**
 * The best plan that somebody can write who knows how the blocks lie, in units with retries as the reference plan has
 * them: which load zone goes to which unload zone, in which order, when the shelf is pushed, how often each unit is
 * tried, and what is better left out. All routes are timed; the best and the most different ones of them meet the
 * faults, all the same ones; what is tried how often is then improved unit by unit. A search, not a proof: see
 * docs/forecast.md. Without a load or unload zone there is nothing to do, and the plan is `AlwaysSuccess`.
 */
export function bestPlan(setup: FieldSetup, options: PlanOptions): BestPlan {
  const { faults, seed, runs = 300, subtrees = [] } = options
  const rate = (plan: Draft, episodes: number): Rated => {
    const doc = planTree(plan.route, plan.attempts, subtrees)
    return { ...plan, doc, expectation: expectedScore(setup, doc, { faults, runs: episodes, seed }) }
  }
  const screened = varied(routesOf(setup))
    .map((route) => rate({ route, attempts: sameAttempts(route, 2) }, Math.min(runs, SCREENING_RUNS)))
    .sort(byMean)
  const finalists = screened
    .slice(0, FINALISTS)
    .map((plan) => improved(rate(plan, runs), (draft) => rate(draft, runs)))
  const best = finalists.sort(byMean)[0]
  if (best !== undefined && best.expectation.mean >= 0)
    return { doc: best.doc, expectation: best.expectation }
  return { doc: idle(subtrees), expectation: { mean: 0, sd: 0, runs } }
}

interface Draft {
  readonly route: Route
  readonly attempts: Attempts
}

interface Rated extends Draft, BestPlan {}

const byMean = (a: Rated, b: Rated): number => b.expectation.mean - a.expectation.mean

/** The best routes, and before them the best one of each kind, so that what is good only by luck has rivals. */
function varied(routes: readonly Route[]): readonly Route[] {
  const kinds = new Map<string, Route>()
  for (const route of routes) {
    const kind = `${route.trips.length} ${route.shelf} ${route.home}`
    if (!kinds.has(kind)) kinds.set(kind, route)
  }
  const leaders = [...kinds.values()].slice(0, ROUTES / 2)
  return [...new Set([...leaders, ...routes.slice(0, ROUTES)])].slice(0, ROUTES)
}

/** Changes how often one unit is tried, as long as that helps. */
function improved(start: Rated, rate: (draft: Draft) => Rated): Rated {
  let best = start
  for (let again = true; again;) {
    again = false
    for (const attempts of neighbours(best)) {
      const next = rate({ route: best.route, attempts })
      if (next.expectation.mean <= best.expectation.mean) continue
      best = next
      again = true
      break
    }
  }
  return best
}

function neighbours({ route, attempts }: Draft): Attempts[] {
  const others = (now: number): number[] =>
    Array.from({ length: MOST_ATTEMPTS }, (_, index) => MOST_ATTEMPTS - index).filter(
      (times) => times !== now,
    )
  const trips = attempts.trips.flatMap((now, index) =>
    others(now).map((times) => ({
      ...attempts,
      trips: attempts.trips.map((each, at) => (at === index ? times : each)),
    })),
  )
  const shelf =
    route.shelf === null ? [] : others(attempts.shelf).map((times) => ({ ...attempts, shelf: times }))
  const home = route.home ? others(attempts.home).map((times) => ({ ...attempts, home: times })) : []
  return [...shelf, ...trips, ...home]
}

const idle = (subtrees: readonly TreeDef[]): TreeDoc => ({
  main: 'Main',
  trees: [
    { id: 'Main', root: { id: 'AlwaysSuccess', kind: 'action', attrs: {}, children: [] } },
    ...subtrees,
  ],
})
