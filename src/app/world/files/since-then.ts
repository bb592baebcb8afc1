import { treeHash } from '#bt/xml/write.js'
import type { RunManifest } from '#learning/manifest.js'
import type { LoadedWorld } from '../load-world.js'
import type { WorldJson } from '../world-manifest.js'
import { changesIn, firstTreeOf, isScenarioOfWorld, worldFiles } from './world-files.js'

/** How a world on the disk compares with the one in which a run began. */
export interface SinceThen {
  /** what has changed and decides what happens: the run does not go on in this world; in words, empty if nothing */
  readonly changes: readonly string[]
  /** what people should know about it all the same */
  readonly notes: readonly string[]
}

/** Compares the files of a world with those that a run began with. */
export function sinceThen(manifest: RunManifest, world: LoadedWorld): SinceThen {
  const { files, firstTree, digest, scenario } = manifest.field.setup as WorldJson
  const now = worldFiles(world, scenario)
  const other = firstTree === firstTreeOf(world) && treeHash(world.policy) !== manifest.policy.hash
  const tree = other
    ? [`${firstTree} has changed since the run began: the run goes on with its own trees`]
    : []
  if (files !== undefined) {
    const changes = changesIn(files, now)
    // a document that lies elsewhere now has another name
    const unnamed = digest !== world.digest && changes.length === 0
    return { changes: unnamed ? ['world.yaml, robot.yaml or the task has changed'] : changes, notes: tree }
  }
  const same = digest === world.digest
  const unknown = scenario !== null && !isScenarioOfWorld(scenario)
  return {
    changes: [
      ...(same ? [] : ['world.yaml, robot.yaml or the task has changed']),
      ...(unknown ? [`${scenario} is a file outside the world, of which the run kept no hash`] : []),
    ],
    notes: [...uncompared(Object.keys(now)), ...tree],
  }
}

/** Runs of an earlier graft have kept no hash of these. */
function uncompared(names: readonly string[]): readonly string[] {
  const others = names.filter((name) => !/^(world|robot|task)\.yaml$|^tasks\//.test(name))
  if (others.length === 0) return []
  return [`an earlier graft began this run and kept no hash of ${others.join(', ')}: they are not compared`]
}
