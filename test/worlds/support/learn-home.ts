import { must } from '#base/result.js'
import { VIRTUAL_OPERATOR } from '#app/connections/operator.js'
import type { TreeDoc } from '#bt/document.js'
import { readStoredTree } from '#app/policy.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import { makeWorldManifest } from '#app/world/world-manifest.js'
import { learnInWorld } from '#app/world/world-run.js'
import { runInMemory, SILENT_VIEW } from '#lab/scripted/run-in-memory.js'
import type { EpisodeRecord } from '#learning/episode.js'

const NOTHING = { records: [], trees: new Map<string, string>() }

/** Learns a task of the home in memory; pictures are left out. */
export async function learn(
  task: string,
  seed: number,
  faults: 'none' | 'nominal',
  episodes: number,
  earlier: {
    readonly records: readonly EpisodeRecord[]
    readonly trees: ReadonlyMap<string, string>
  } = NOTHING,
) {
  const world = must(await loadWorld({ world: 'home', task }), task)
  const believed = new Map([...world.domain.initial, ...world.task.start])
  const robots = must(
    await openSimulation('home', { folder: world.folder, task, believed, seed, faults }),
    'the home',
  )
  const { log, records, trees } = runInMemory(earlier.trees)
  const end = await learnInWorld({
    tell: () => undefined,
    world,
    robots: (...asked) => {
      const robot = must(robots(...asked), 'a robot')
      return {
        ok: true,
        value: { ...robot, camera: { capture: () => Promise.reject(new Error('no camera')) } },
      }
    },
    operator: VIRTUAL_OPERATOR,
    library: world.library,
    start: nextTree(earlier, world),
    // as they come back from the disk
    before: JSON.parse(JSON.stringify(earlier.records)) as EpisodeRecord[],
    signal: new AbortController().signal,
    manifest: makeWorldManifest({ seed, episodes, faults, strictAlg1: false }, world),
    store: log,
    view: SILENT_VIEW,
  })
  return { end, records, world, trees }
}

/** The tree with which a run goes on. */
function nextTree({ records, trees }: NonNullable<Parameters<typeof learn>[4]>, world: LoadedWorld): TreeDoc {
  const hash = records.at(-1)?.update.nextHash
  return hash === undefined ? world.policy : readStoredTree(trees.get(hash) ?? '', hash, world.library)
}
