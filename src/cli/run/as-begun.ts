import type { RunOptions } from '#app/command-line/options.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { readRunManifest } from '#app/run-folder/read/read-manifest.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'

/** What the run to resume began with; undefined where there is none, or it is refused later, with its place. */
export function manifestToResume({ resume, out }: RunOptions): RunManifest | undefined {
  const folder = resume === undefined ? undefined : findRun(out, resume)
  if (folder?.ok !== true || !runAsOwnerOf(folder.value).ok) return undefined
  const manifest = readRunManifest(folder.value)
  return manifest.ok ? manifest.value : undefined
}

/**
 * The options of a run that goes on: who criticises and who edits is what it began with, unless the command line says
 * something else, which is judged as everything that does.
 */
export function asBegun(options: RunOptions, { actor, models }: RunManifest): RunOptions {
  const { given = new Set() } = options
  const byRole = (role: ModelStamp['role']): string | undefined =>
    models.find((stamp) => stamp.role === role)?.id
  const [critic, editor] = [byRole('critic'), byRole('actor')]
  // a named model is one that edits
  const chosen = given.has('actor') || given.has('actorModel')
  return {
    ...options,
    ...(!chosen && { actor, ...(editor !== undefined && { actorModel: editor }) }),
    ...(!given.has('criticModel') && critic !== undefined && { criticModel: critic }),
  }
}
