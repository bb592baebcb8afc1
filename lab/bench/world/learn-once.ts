import { must } from '#base/result.js'
import { VIRTUAL_OPERATOR } from '#app/connections/operator.js'
import { openRobots } from '#app/world/open-robots.js'
import type { LoadedWorld } from '#app/world/load-world.js'
import { makeWorldManifest } from '#app/world/world-manifest.js'
import { WorldMemory } from '#app/world/memory/world-memory.js'
import { learnInWorld } from '#app/world/world-run.js'
import { runInMemory, SILENT_VIEW } from '#lab/scripted/run-in-memory.js'
import { searchPlan } from '#worlds/search/search-plan.js'

export interface WorldLesson {
  readonly seed: number
  readonly episodes: number
  readonly faults: 'none' | 'nominal' | 'rough'
  readonly scenario?: string
}

/** What came of one run. */
export interface LearnedOnce {
  readonly scores: readonly number[]
  /** points of the best plan that search finds from the start as it was known in the end, with the measured times */
  readonly plan: number
}

/** Learns a task in memory; pictures are left out, since no model looks at them. */
export async function learnOnce(
  world: LoadedWorld,
  { seed, episodes, faults, scenario }: WorldLesson,
  signal: AbortSignal,
): Promise<LearnedOnce> {
  const opened = await openRobots(world, { seed, faults, scenario, onLog: () => undefined })
  const robots = must(opened, 'a simulated robot')
  const kept = runInMemory()
  await learnInWorld({
    world,
    robots: (...asked) => {
      const robot = robots(...asked)
      return robot.ok ? { ok: true, value: { ...robot.value, camera: NO_CAMERA } } : robot
    },
    operator: VIRTUAL_OPERATOR,
    library: world.library,
    start: world.policy,
    before: [],
    signal,
    manifest: makeWorldManifest(
      { seed, episodes, faults, strictAlg1: false, ...(scenario !== undefined && { scenario }) },
      world,
    ),
    store: kept.log,
    view: SILENT_VIEW,
    tell: () => undefined,
  })
  const memory = new WorldMemory(world, kept.records.at(-1)?.memory)
  const plan = searchPlan(memory.domain, memory.domain.initial, memory.skills.secondsOf)
  return { scores: kept.records.map(({ score }) => score.total), plan: plan?.points ?? NaN }
}

const NO_CAMERA = { capture: () => Promise.reject(new Error('no model looks')) }
