import { basename, resolve } from 'node:path'
import { NO_COLOURS } from '#base/field-settings.js'
import { canonicalJson, sha256, type Json } from '#base/hash.js'
import type { NodeSpec } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { treeHash } from '#bt/xml/write.js'
import { version } from '#documents/read-text-file.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import type { RunManifest } from '#learning/manifest.js'
import type { RunOptions } from '../command-line/options.js'
import { readLibrary } from '../policy.js'
import type { OfService } from '../run-folder/field-manifest.js'
import { firstTreeOf, worldFiles, type WorldFiles } from './files/world-files.js'
import type { LoadedWorld } from './load-world.js'

/** The world of a run, as stored in `run.json`. */
export interface WorldJson {
  readonly world: string
  readonly task: string
  readonly robot: string
  readonly scenario: string | null
  /** of the files of world, robot and task */
  readonly digest: string
  /** that decide what happens, each with its hash; absent in runs of earlier versions */
  readonly files?: WorldFiles
  /** the file of the first tree; null where the run began with another, which a service or `--tree` chose */
  readonly firstTree?: string | null
  /** what was said, where the task was made from an order */
  readonly order?: string
  /** for the report; absent in a world without a map, and in runs of earlier versions */
  readonly map?: WorldMap
  /** the skills as node types: with them the trees of the run can be read without the world's files */
  readonly nodes: readonly NodeSpec[]
}

/**
 * Names a run in a world by its inputs: equal inputs give equal keys, different inputs different ones.
 * @param start the tree that it begins with; by default the first one of the world
 */
export function makeWorldManifest(
  options: Pick<RunOptions, 'seed' | 'episodes' | 'faults' | 'strictAlg1' | 'untilClean' | 'scenario'> &
    Partial<Pick<RunOptions, 'actor'>> &
    OfService,
  world: LoadedWorld,
  start = world.policy,
): RunManifest {
  const { domain, task, robot, policy, library, digest } = world
  const scenario = options.scenario ?? null
  const setup: WorldJson = {
    world: domain.name,
    task: task.name,
    robot: robot.name,
    scenario,
    digest,
    files: worldFiles(world, scenario),
    firstTree: treeHash(start) === treeHash(policy) ? firstTreeOf(world) : null,
    ...(options.actor === 'none' && { order: task.text }),
    ...(world.map !== undefined && { map: world.map }),
    nodes: library.skills(),
  }
  const id = worldTaskId(world)
  const inputs = {
    format: 1,
    version: version(),
    field: { id, setup },
    seed: options.seed,
    episodes: options.episodes,
    faults: faultsIn(robot.driver, options.faults),
    policy: { name: start.main, hash: treeHash(start) },
    models: [],
    // no model edits trees in a world
    actor: options.actor === 'none' ? 'none' : 'rules',
    ...NO_COLOURS,
    strictAlg1: options.strictAlg1,
    ...(options.untilClean === true && { untilClean: true }),
    ...(options.service === true && { service: true }),
  } as const
  const hash = sha256(canonicalJson(inputs as unknown as Json)).slice(0, 8)
  return { ...inputs, key: `${id.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 40)}-s${options.seed}-${hash}` }
}

/** Faults are drawn by the simulations that ship with graft; any other driver has its own. */
const faultsIn = (driver: LoadedWorld['robot']['driver'], chosen: RunOptions['faults']): string =>
  driver.kind === 'simulated' ? chosen : driver.real ? 'real' : 'driver'

/** As runs and policy slots on a task of a world are filed: `home/fetch`. */
export const worldTaskId = ({ folder, task }: Pick<LoadedWorld, 'folder' | 'task'>): string =>
  `${basename(resolve(folder))}/${task.name}`

/** The node types of a run: those of its world, or of the robot that ships with graft. */
export function libraryOfRun({ field: { setup } }: Pick<RunManifest, 'field'>): NodeLibrary {
  const nodes = (setup as Partial<WorldJson> | null)?.nodes
  return Array.isArray(nodes) ? new NodeLibrary(nodes) : readLibrary()
}
