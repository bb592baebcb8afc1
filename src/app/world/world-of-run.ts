import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { RunManifest } from '#learning/manifest.js'
import { loadWorld, type LoadedWorld } from './load-world.js'
import type { WorldJson } from './world-manifest.js'
import type { WorldSimulation } from './world-robots.js'

/**
 * Reads the world of an earlier run, which must be the one that it began with.
 * @param folder of it, if it is not one that comes with graft
 */
export async function worldOfRun(
  manifest: RunManifest,
  folder: string | undefined,
): Promise<Result<LoadedWorld, Diagnostic>> {
  const { world, task, digest } = manifest.field.setup as WorldJson
  const found = await withTaskNamed(folder ?? world, task)
  if (!found.ok) return err(found.error[0] ?? otherFiles(manifest, folder ?? world, 'nothing'))
  if (found.value.digest === digest) return found
  return err(otherFiles(manifest, found.value.folder, `other contents (${found.value.digest.slice(0, 12)}…)`))
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

/** The world with this task, which may be its `task.yaml`. */
async function withTaskNamed(world: string, task: string): ReturnType<typeof loadWorld> {
  const usual = await loadWorld({ world })
  return usual.ok && usual.value.task.name === task ? ok(usual.value) : loadWorld({ world, task })
}

const otherFiles = ({ key }: RunManifest, folder: string, got: string): Diagnostic => ({
  code: 'run.other-world',
  severity: 'error',
  message: `the files of the world in ${folder} are not those that ${key} began with`,
  expected: 'world.yaml, robot.yaml and task as they were when the run began',
  got,
  hint: 'restore them, name the right folder with --world, or start a new run',
})
