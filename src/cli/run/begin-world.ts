import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { RunStore } from '#adapters/store/run-store.js'
import { FIELD_ONLY, type RunOptions } from '#app/command-line/options.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { readResumable, restoreRun } from '#app/run-folder/restore.js'
import { worldOfRun } from '#app/world/world-of-run.js'
import { loadWorld, type LoadedWorld } from '#app/world/load-world.js'
import { makeWorldManifest, type WorldJson } from '#app/world/world-manifest.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import { contradiction } from './contradictions.js'
import { fieldOptions, flagOf, simulationOptions } from './partners.js'

/** A run in a world that can begin, or go on. Its folder is opened last, once its robot is known to be right. */
export interface WorldStart {
  readonly world: LoadedWorld
  readonly manifest: RunManifest
  open(): Result<WorldRunFolder, Diagnostic>
}

interface WorldRunFolder {
  readonly store: RunStore
  readonly start: TreeDoc
  readonly before: readonly EpisodeRecord[]
}

type Started = Promise<Result<WorldStart, readonly Diagnostic[]>>

/** A new run of a task. */
export async function newWorldRun(options: RunOptions, world: string): Started {
  const wrong = fieldOptions(options)
  if (wrong.length > 0) return err(wrong)
  if (asksForModel(options)) return err([NO_MODEL])
  const { task, tree } = options
  const loaded = await loadWorld({
    world,
    ...(task !== undefined && { task }),
    ...(tree !== undefined && { tree }),
  })
  if (!loaded.ok) return loaded
  const without = simulationOptions(options, loaded.value.robot.driver)
  if (without.length > 0) return err(without)
  const manifest = makeWorldManifest(options, loaded.value)
  const { policy: start } = loaded.value
  return ok({
    world: loaded.value,
    manifest,
    open: () => ok({ store: RunStore.create(options.out, manifest, writeTree(start)), start, before: [] }),
  })
}

/** An interrupted run, from its last complete episode and with what it has learned of its world. */
export async function resumedWorldRun(options: RunOptions, run: string): Started {
  const folder = findRun(options.out, run)
  if (!folder.ok) return err([folder.error])
  const read = readResumable(folder.value)
  if (!read.ok) return err([read.error])
  const manifest = read.value
  const wrong = asksForModel(options) ? [NO_MODEL] : contradictionsIn(options, manifest)
  if (wrong.length > 0) return err(wrong)
  const world = await worldOfRun(manifest, options.world, (text) => void process.stderr.write(`${text}\n`))
  if (!world.ok) return err([world.error])
  if (options.tree !== undefined) {
    const asked = await loadWorld({ ...world.value.files, tree: options.tree })
    if (!asked.ok) return asked
    const [was, now] = [manifest.policy.hash, treeHash(asked.value.policy)]
    if (was !== now) return err([contradiction(manifest.key, '--tree', was, now)])
  }
  return ok({
    world: world.value,
    manifest,
    open: () => restoreRun(options.out, run, [], world.value.library),
  })
}

/** Options given with `--resume` that contradict the run. */
function contradictionsIn(options: RunOptions, manifest: RunManifest): Diagnostic[] {
  const { given = new Set() } = options
  const { task, scenario } = manifest.field.setup as WorldJson
  const rows = [
    ['task', '--task', task, options.task],
    ['scenario', '--scenario', scenario, options.scenario],
    ['seed', '--seed', manifest.seed, options.seed],
    ['episodes', '--episodes', manifest.episodes, options.episodes],
    ['faults', '--faults', manifest.faults, options.faults],
    ['strictAlg1', '--strict-alg1', manifest.strictAlg1, options.strictAlg1],
    ['untilClean', '--until-clean', manifest.untilClean === true, options.untilClean === true],
  ] as const
  const ofField = FIELD_ONLY.filter((name) => given.has(name)).map((name) => fieldOption(manifest.key, name))
  const others = rows
    .filter(([name, , was, now]) => given.has(name) && was !== now)
    .map(([, flag, was, now]) => contradiction(manifest.key, flag, was, now))
  return [...ofField, ...others]
}

const fieldOption = (key: string, name: string): Diagnostic => ({
  code: 'run.contradicts',
  severity: 'error',
  message: `run ${key} is in a world, and --${flagOf(name)} is for runs on a field`,
  hint: 'omit the option, or omit --resume to start a new run',
})

const asksForModel = ({ given, actor }: RunOptions): boolean =>
  given?.has('actor') === true && actor === 'model'

const NO_MODEL: Diagnostic = {
  code: 'run.no-model',
  severity: 'error',
  message: 'there is no model yet that edits trees in a world',
  expected: 'no --actor, or --actor rules: the twin of the world plans the edits',
  got: '--actor model',
  hint: 'leave --actor out; the models that ship with graft know the field only',
}
