import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import type { RunManifest } from '#learning/manifest.js'
import { shippedWorlds } from './files/find-world.js'
import { sinceThen } from './files/since-then.js'
import { loadWorld, type LoadedWorld } from './load-world.js'
import type { WorldJson } from './world-manifest.js'
import type { WorldSimulation } from './world-robots.js'

/**
 * Reads the world of an earlier run, which must be the one that it began with. A world can start any program, and the
 * run's folder may be somebody else's: it names only what ships with graft, and a path comes from the command line.
 * @param folder of it, if it is not one that comes with graft
 * @param tell hears what has changed and does not matter, or cannot be compared
 */
export async function worldOfRun(
  manifest: RunManifest,
  folder: string | undefined,
  tell: (text: string) => void,
): Promise<Result<LoadedWorld, Diagnostic>> {
  const { world } = manifest.field.setup as WorldJson
  if (folder === undefined && !shippedWorlds().includes(world)) return err(notShipped(manifest, world))
  const found = await withItsTask(folder ?? world, manifest)
  if (!found.ok) return err(found.error[0] ?? otherFiles(manifest, folder ?? world, 'nothing'))
  const { changes, notes } = sinceThen(manifest, found.value)
  if (changes.length > 0) return err(otherFiles(manifest, found.value.folder, changes.join('; ')))
  for (const note of notes) tell(`note: ${note}`)
  return found
}

/** What decided the simulated world of a run. */
export function simulationOf({
  seed,
  faults,
  field,
}: RunManifest): Pick<WorldSimulation, 'seed' | 'faults' | 'scenario'> {
  const { scenario } = field.setup as WorldJson
  return {
    seed,
    faults: faults === 'none' || faults === 'rough' ? faults : 'nominal',
    ...(scenario !== null && { scenario }),
  }
}

/** The world with the task of the run, which may be its `task.yaml` or one of its `tasks`: a name, never a path. */
async function withItsTask(world: string, manifest: RunManifest): ReturnType<typeof loadWorld> {
  const { task } = manifest.field.setup as WorldJson
  const usual = await loadWorld({ world })
  const isIt = usual.ok && usual.value.task.name === task
  if (isIt && sinceThen(manifest, usual.value).changes.length === 0) return usual
  const named = await loadWorld({ world, task, named: true })
  return named.ok || !isIt ? named : usual
}

const notShipped = ({ key }: RunManifest, world: string): Diagnostic => ({
  code: 'run.world-not-named',
  severity: 'error',
  message: `${key} was in a world that does not ship with graft, and its run.json alone opens no other`,
  expected: `${shippedWorlds().join(', ')} in run.json, or the world's folder on the command line`,
  got: `the world ${JSON.stringify(world)} in run.json`,
  hint: 'give its folder with --world PATH, if you trust it: its robot.yaml can start any program',
})

const otherFiles = ({ key }: RunManifest, folder: string, got: string): Diagnostic => ({
  code: 'run.other-world',
  severity: 'error',
  message: `the files of the world in ${folder} are not those that ${key} began with`,
  expected: 'all as it was when the run began',
  got,
  hint: 'restore them, name the right folder with --world, or start a new run',
})
